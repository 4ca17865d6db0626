import { brand } from '../../../domain/brand.ts'
import { formatCampusDateTime } from '../../../domain/clock.ts'
import { formatNaira } from '../../../domain/money.ts'
import type { ListedPromotion } from '../../../domain/promotions/promotion-list.ts'
import { itsHours } from '../../../domain/promotions/promotion-words.ts'
import { isItsHour } from '../../../domain/promotions/when-it-counts.ts'

/** A promotion in words, as the lists of admins and kitchens show it; `brought` is what it did for its kitchen. */
export function promotionView(promotion: ListedPromotion, now: Date, brought = '') {
  const { id, code, status, starts_at, ends_at, ended_at, used, held, cost_kobo, budget, most_uses } = promotion
  return {
    id,
    brought,
    code: code ?? `Offer ${id}`,
    can_end: status === 'Active',
    takes_off: takesOff(promotion),
    terms: termsOf(promotion),
    bearer: promotion.vendor_id === null ? brand.name : (promotion.vendor_name ?? 'A kitchen'),
    state: ended_at
      ? `Ended on ${formatCampusDateTime(ended_at)}`
      : ends_at && now >= ends_at
        ? `Over since ${formatCampusDateTime(ends_at)}`
        : now < starts_at
          ? `Begins on ${formatCampusDateTime(starts_at)}`
          : isItsHour(promotion, now)
            ? 'Counts now'
            : 'Waits for its hours',
    used: `${used}${most_uses === null ? '' : ` of ${most_uses}`}${held > 0 ? `, ${held} being paid` : ''}`,
    cost: `${formatNaira(cost_kobo)}${budget === null ? '' : ` of ${formatNaira(budget)}`}`,
  }
}

export type PromotionView = ReturnType<typeof promotionView>

function takesOff({ kind, percent, amount }: ListedPromotion): string {
  if (kind === 'free_delivery') return 'The delivery fee'
  if (kind === 'amount') return `${formatNaira(amount ?? 0)} of the dishes`
  return `${percent} % of the dishes${amount === null ? '' : `, at most ${formatNaira(amount)}`}`
}

function termsOf(promotion: ListedPromotion): string[] {
  const { code, minimum, first_order_only, most_uses_each, ends_at } = promotion
  const hours = itsHours(promotion)
  return [
    ...(code === null ? ['Applies by itself'] : []),
    ...(hours === '' ? [] : [hours]),
    ...(minimum > 0 ? [`Dishes of ${formatNaira(minimum)} at least`] : []),
    ...(first_order_only ? ['First order only'] : []),
    ...(most_uses_each === null ? [] : [most_uses_each === 1 ? 'Once per phone' : `${most_uses_each} times per phone`]),
    ...(ends_at ? [`Until ${formatCampusDateTime(ends_at)}`] : []),
  ]
}
