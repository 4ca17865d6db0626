import type { GroupPage } from '../../../domain/checkout/group-orders/group-page.ts'
import { campusDate, formatCampusDay, formatCampusTime, nextCampusMidnight } from '../../../domain/clock.ts'
import { formatNaira, type Kobo, sumKobo } from '../../../domain/money.ts'
import { slotText } from '../../../domain/orders/acceptance/begun-at.ts'
import { SmallOrder } from './bill.server.tsx'

/** What everybody reads of a group order, in words. */

export const starterOf = ({ members }: Pick<GroupPage, 'members'>) =>
  members.find(({ is_starter }) => is_starter)?.name ?? 'Who started it'

export function whoPays(page: GroupPage, now: Date): string {
  const { pays, place_name, slot_from, most_each_kobo } = page
  const when = slot_from ? ` ${slotText(slot_from, now)}` : ''
  const limit = most_each_kobo === null ? '' : `, dishes of up to ${formatNaira(most_each_kobo)} for each`
  const who = pays === 'one' ? `${starterOf(page)} pays for all${limit}.` : 'Everybody pays their own dishes.'
  return `One delivery brings it to ${place_name}${when}. ${who}`
}

/** "12:30", "12:30 tomorrow", or with another day. */
export function timeText(at: Date, now: Date): string {
  if (campusDate(at) === campusDate(now)) return formatCampusTime(at)
  const is_tomorrow = campusDate(at) === campusDate(nextCampusMidnight(now))
  return is_tomorrow ? `${formatCampusTime(at)} tomorrow` : timeAndDay(at)
}

/** "12:30 on Tuesday 17 March", for what is read who knows when. */
export const timeAndDay = (at: Date) => `${formatCampusTime(at)} on ${formatCampusDay(at)}`

/** Until when all choose, with the minutes that are left. */
export function untilText({ choose_until, is_open, is_ordered, pays, members }: GroupPage, now: Date): string {
  if (is_ordered) return 'It is ordered and paid.'
  if (pays === 'one' && members.some(({ payment }) => payment === 'being_paid')) return 'It is being paid.'
  if (!is_open) return 'The time to choose is over.'
  const minutes = Math.ceil((choose_until.getTime() - now.getTime()) / 60_000)
  const left = minutes === 1 ? '1 minute' : minutes < 120 ? `${minutes} minutes` : `${Math.floor(minutes / 60)} hours`
  return `Choose until ${timeText(choose_until, now)}: ${left} left.`
}

/** What the delivery costs where each pays: how it becomes cheaper, and what is the most. */
export function FeesInWords({ page, me }: { page: GroupPage; me: { food_kobo: Kobo } }) {
  const { fees, bill } = page
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
      <SmallOrder page={page} />
      {bill.off.length > 0 && (
        <p className="mt-2">
          What counts now, and comes off as long as it does:{' '}
          {bill.off.map(({ name, discount_kobo }) => `${name} -${formatNaira(discount_kobo)}`).join(', ')}.
        </p>
      )}
      <p className="mt-1 text-ink-soft">
        {me.food_kobo > 0 && `You never pay more than ${formatNaira(sumKobo([me.food_kobo, most.fee_kobo]))} in all. `}
        Whoever does not pay is left out. What you paid too much comes back by itself when the restaurant begins.
      </p>
    </div>
  )
}

const payers_words = ['if nobody else pays', 'where two pay', 'where three pay', 'where four pay']
