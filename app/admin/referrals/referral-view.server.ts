import type { Db } from '../../../db/handle.ts'
import { ordersOfCheckouts } from '../../../domain/checkout/promotions/referrals.ts'
import { formatCampusDateTime } from '../../../domain/clock.ts'
import { formatNaira, kobo } from '../../../domain/money.ts'
import { masked } from '../../../domain/notifications/outbox/list-messages.ts'
import { formatPhone } from '../../../domain/phone.ts'
import type { ReferralSign, ReferralStatus } from '../../../domain/promotions/referrals/lifecycle.ts'
import type { ListedReferral } from '../../../domain/promotions/referrals/referral-list.ts'
import type { Sees } from '../sees.ts'

export const sign_words: Readonly<Record<ReferralSign, string>> = {
  same_browser: 'the same browser',
  same_email: 'the same email',
  same_name: 'the same name',
  collected: 'collected at the kitchen',
  same_kitchen: 'the kitchen of earlier friends',
  month_spent: 'the month’s budget is spent',
}

const states: Readonly<Record<ReferralStatus, string>> = {
  Ordered: 'Paid, not delivered yet',
  'In review': 'In review',
  Rewarded: 'Rewarded',
  'Turned down': 'Turned down',
  'Fell away': 'Fell away',
}

/** Who brought whom in words, with the orders that it began with; their numbers for who sees them elsewhere. */
export async function referralView(db: Db, rows: readonly ListedReferral[], { contacts }: Sees) {
  const number = contacts ? formatPhone : masked
  const placed = await ordersOfCheckouts(
    db,
    rows.map(({ checkout_id }) => checkout_id),
  )
  return rows.map((row) => {
    const { id, status, signs, friend_phone, owner_phone, code, friend_cost_kobo, reward_cost_kobo } = row
    const why = (signs ?? []).map((sign) => sign_words[sign]).join(', ')
    const used = reward_cost_kobo > 0 ? ', used' : row.reward_until ? ', not used yet' : ''
    return {
      id,
      friend: number(friend_phone),
      order_ids: placed.filter(({ checkout_id }) => checkout_id === row.checkout_id).map((order) => order.id),
      brought_by: `${number(owner_phone)}, by ${code}`,
      state: `${states[status]}${status === 'Rewarded' ? used : ''}${why && `: ${why}`}`,
      cost: formatNaira(kobo(friend_cost_kobo + reward_cost_kobo)),
      date: formatCampusDateTime(row.ordered_at),
      waits: status === 'In review',
    }
  })
}

export type ReferralView = Awaited<ReturnType<typeof referralView>>[number]
