import type { GroupPage } from '../../../domain/checkout/group-orders/group-page.ts'
import { campusDate, formatCampusTime } from '../../../domain/clock.ts'
import { formatNaira, type Kobo, sumKobo } from '../../../domain/money.ts'
import { slotText } from '../../../domain/orders/begun-at.ts'

/** What everybody reads of a group order, in words. */

export function whoPays({ pays, members, place_name, slot_from, choose_until }: GroupPage): string {
  const starter = members.find(({ is_starter }) => is_starter)?.name ?? 'One'
  const when = slot_from ? ` ${slotText(slot_from, choose_until)}` : ''
  const who = pays === 'one' ? `${starter} pays for all.` : 'Everybody pays their own dishes.'
  return `One delivery brings it to ${place_name}${when}. ${who}`
}

/** "12:30", or "12:30 tomorrow". */
export const timeText = (at: Date, now: Date) =>
  campusDate(at) === campusDate(now) ? formatCampusTime(at) : `${formatCampusTime(at)} tomorrow`

/** Until when all choose, with the minutes that are left. */
export function untilText({ choose_until, is_open, is_ordered }: GroupPage, now: Date): string {
  if (is_ordered) return 'It is ordered and paid.'
  if (!is_open) return 'The time to choose is over.'
  const minutes = Math.ceil((choose_until.getTime() - now.getTime()) / 60_000)
  const left = minutes === 1 ? '1 minute' : minutes < 120 ? `${minutes} minutes` : `${Math.floor(minutes / 60)} hours`
  return `Choose until ${timeText(choose_until, now)}: ${left} left.`
}

/** What the delivery costs where each pays: how it becomes cheaper, and what is the most. */
export function FeesInWords({ fees, me }: Pick<GroupPage, 'fees'> & { me: { food_kobo: Kobo } }) {
  const most = fees[0]
  if (!most) return null
  return (
    <div className="mt-3 text-sm">
      <p className="font-semibold">Delivery for you</p>
      <ul className="mt-1 list-disc pl-5">
        {fees.map(({ payers, fee_kobo }) => (
          <li key={payers}>
            <span className="money">{formatNaira(fee_kobo)}</span> {payers_words[payers - 1]}
          </li>
        ))}
      </ul>
      <p className="mt-1 text-ink-soft">
        {me.food_kobo > 0 && `You never pay more than ${formatNaira(sumKobo([me.food_kobo, most.fee_kobo]))} in all. `}
        Whoever does not pay is left out. What you paid too much comes back by itself when the kitchen begins.
      </p>
    </div>
  )
}

const payers_words = ['if nobody else pays', 'where two pay', 'where three pay', 'where four pay']
