import { formatNaira } from '../money.ts'
import type { promotions } from './tables.ts'

type Promotion = typeof promotions.$inferSelect

const day_names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

/** What a promotion takes off, as a customer reads it: "20 % off, at most ₦500". */
export function takesOff({ kind, percent, amount }: Pick<Promotion, 'kind' | 'percent' | 'amount'>): string {
  if (kind === 'free_delivery') return 'Free delivery'
  if (kind === 'amount') return `${formatNaira(amount ?? 0)} off`
  return `${percent} % off${amount === null ? '' : `, at most ${formatNaira(amount)}`}`
}

/** By what a customer knows a promotion on the way to paying and on the receipt: its code, or what it takes off. */
export function promotionName(promotion: Named): string {
  // The release before gave no code for it.
  if (promotion.for_phone !== null) return `For bringing a friend: ${promotion.code ?? takesOff(promotion)}`
  if (promotion.owner_phone !== null) return `Friend’s code ${promotion.code}`
  return promotion.code === null ? `Offer: ${takesOff(promotion)}` : `Promotion ${promotion.code}`
}

type Named = Pick<Promotion, 'code' | 'kind' | 'percent' | 'amount' | 'owner_phone' | 'for_phone'>

/** As what the audit log knows it: its code, or its number. */
export const promotionSubject = ({ code, id }: Pick<Promotion, 'code' | 'id'>) => `promotion:${code ?? `no. ${id}`}`

/** On which days and in which hours it counts: "Mon, Tue, 11:00 to 14:00"; empty for always. */
export function itsHours({ days, hours_from, hours_until }: Pick<Promotion, 'days' | 'hours_from' | 'hours_until'>) {
  const which = days === null ? [] : [days.map((day) => day_names[day]).join(', ')]
  const hours =
    hours_from === null && hours_until === null ? [] : [`${clockTime(hours_from ?? 0)} to ${clockTime(hours_until)}`]
  return [...which, ...hours].join(', ')
}

/** What an order must be like, beside its time. */
export function itsConditions(promotion: Pick<Promotion, 'minimum' | 'first_order_only' | 'vendor_id'>): string[] {
  const { minimum, first_order_only, vendor_id } = promotion
  return [
    ...(minimum > 0 ? [`for dishes of ${formatNaira(minimum)} and more`] : []),
    ...(first_order_only ? [vendor_id === null ? 'on your first order' : 'on your first order here'] : []),
  ]
}

const clockTime = (minutes: number | null) => {
  const two = (figure: number) => String(figure).padStart(2, '0')
  return minutes === null ? '24:00' : `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
