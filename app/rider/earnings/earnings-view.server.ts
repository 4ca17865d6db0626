import type { Db } from '../../../db/handle.ts'
import type { Actor } from '../../../domain/accounts/actor.ts'
import { formatCampusDateTime, formatDate } from '../../../domain/clock.ts'
import type { ownWays } from '../../../domain/delivery/incidents/ways-to-see.ts'
import { ownRider } from '../../../domain/delivery/riders/own-rider.ts'
import { formatNaira, type Kobo, kobo } from '../../../domain/money.ts'
import type { RiderRecord, UsedHours } from '../../../domain/ratings/rider-record.ts'
import { counted } from '../../ui/counted.ts'
import { reason_words } from '../desk/incident-words.ts'

/** A rider's bank account, and whether it may be corrected now; null while it is not complete. */
export async function bankAccountOf(db: Db, actor: Actor) {
  const own = await ownRider(db, actor)
  if (!own) return null
  const { bank_name, account_number, account_name } = own.rider
  if (!bank_name || !account_number || !account_name) return null
  return { bank_name, account_number, account_name, open: !own.locked }
}

type OwnWay = Awaited<ReturnType<typeof ownWays>>[number]

/** A way without a hand-over, and whether it is paid, as its rider reads it. */
export function ownWayView({ at, booked_at, refused_because, pay, ...way }: OwnWay) {
  const paid = booked_at ? 'It is paid.' : 'It is paid once we have looked at it.'
  return {
    ...way,
    pay: pay ?? 0,
    at: formatCampusDateTime(at),
    said: refused_because ? `It is not paid: ${refused_because}` : paid,
  }
}

export type OwnWayView = ReturnType<typeof ownWayView>

const percentOf = (part: number, whole: number) => (whole === 0 ? null : Math.round((part * 100) / whole))

/** A rider's record in words, with the shares that are drawn; `cases` are how many of support are about the rider. */
export function ownRecordView(record: RiderRecord, cases: { open: number; closed: number }) {
  const { offers, delivered, rating, shifts, hours, weeks, without_pin, incidents, borne } = record
  const { accepted, declined, missed } = offers
  const { in_time, late, late_kitchens } = delivered
  const because = late_kitchens > 0 ? `, ${late_kitchens} of them after a kitchen that was late itself` : ''
  return {
    shares: [
      {
        name: 'Offers that you took',
        percent: percentOf(accepted, accepted + declined + missed),
        said: `${accepted} taken, ${declined} declined, ${missed} without an answer`,
      },
      {
        name: 'Orders handed over in time',
        percent: percentOf(in_time, in_time + late),
        said: `${in_time} by what the customer was promised first, ${late} later${because}`,
      },
      {
        name: 'Stars from customers',
        percent: rating && Math.round(rating.mean * 20),
        said: rating ? `${rating.mean} of 5, from ${counted(rating.count, 'customer')}` : 'Nobody has rated yet',
      },
      {
        name: 'Shifts that you came to',
        percent: percentOf(shifts.came, shifts.had),
        said: shifts.had === 0 ? 'No shift of yours has ended' : `${shifts.came} of ${counted(shifts.had, 'shift')}`,
      },
      {
        name: 'Time on duty with an order in hand',
        percent: percentOf(hours.in_hand_minutes, hours.duty_minutes),
        said: hoursSaid(hours),
      },
    ],
    seen_besides: [
      without_pin.count > 0 &&
        `${counted(without_pin.count, 'hand-over')} without the PIN` +
          (without_pin.unseen > 0 ? `, ${without_pin.unseen} of them not looked at yet` : ', all looked at'),
      ...incidents.map(({ reason, count }) => `${count} × “${reason_words[reason]}”`),
      ...borne.map(({ order_id, amount }) => `A refund of order ${order_id} that you bear: ${formatNaira(amount)}`),
      cases.open > 0 && `${counted(cases.open, 'open case')} about you. Ask us what it is about.`,
      cases.closed > 0 && `${counted(cases.closed, 'closed case')} about you`,
    ].filter((line) => line !== false),
    weeks: weeks.map(({ from, earned, ...used }) => ({
      from: formatDate(from),
      said: hoursSaid(used),
      an_hour: anHour(earned, used.duty_minutes),
      an_hour_in_hand: anHour(earned, used.in_hand_minutes),
    })),
  }
}

export type OwnRecordView = ReturnType<typeof ownRecordView>

const inHours = (minutes: number) => Math.round(minutes / 6) / 10

/** The hours of riders as our support sees them too, in words. */
function hoursSaid({ duty_minutes, in_hand_minutes, delivered }: UsedHours): string {
  if (duty_minutes === 0) return 'Not on duty'
  const in_hand = `with an order in hand, ${delivered} delivered`
  // A tenth of an hour would hide the first minutes, and an hour of them says nothing.
  if (duty_minutes < 60) return `${counted(duty_minutes, 'minute')} on duty, ${in_hand_minutes} ${in_hand}`
  const each = (delivered / (duty_minutes / 60)).toFixed(1)
  return `${counted(inHours(duty_minutes), 'hour')} on duty, ${inHours(in_hand_minutes)} ${in_hand}, ${each} an hour`
}

/** Kobo for an hour; null where there was less than a minute of it. */
function anHour(earned: Kobo, minutes: number): Kobo | null {
  return minutes === 0 ? null : kobo(Math.round((earned * 60) / minutes))
}
