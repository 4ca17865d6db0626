import type { OrderStory } from '../../../../domain/desk/order-story/order-story.ts'
import { formatNaira } from '../../../../domain/money.ts'
import type { OrderVerb } from '../../../../domain/orders/lifecycle.ts'
import type { OrderFile } from '../../../../domain/orders/order-file.ts'
import { missingLineText } from '../../../ui/missing-line-text.ts'
import type { TimelineEntry } from './timeline-entry.ts'

const moves: Readonly<Record<OrderVerb | 'place', string>> = {
  place: 'The order was placed',
  accept: 'The kitchen accepted it',
  more_time: 'The kitchen needs more time',
  complete: 'It is ready',
  reject: 'The kitchen turned it down',
  pick_up: 'The rider picked it up',
  hand_over: 'Handed over at the door',
  leave: 'Left at a place',
  not_taken: 'Nobody took it',
  come_back: 'It is back at the kitchen',
  fail: 'It could not be brought',
  collect: 'Its customer collected it',
  not_collected: 'Nobody collected it',
  deliver: 'Marked as delivered',
  cancel: 'Cancelled',
  lapse: 'Cancelled: the kitchen did not answer in time',
  withdraw: 'The customer withdrew it',
  call_off: 'Called off, as a dish was out',
  undo_accept: 'The kitchen took its yes back',
  undo_more_time: 'The kitchen needs no more time after all',
  undo_complete: 'Not ready after all',
  undo_complete_new: 'Not ready after all',
}

const troubles: readonly string[] = ['reject', 'not_taken', 'come_back', 'fail', 'not_collected', 'lapse', 'call_off']

/** What a phone without a network told later than it happened. */
const LATE_MS = 60_000

/** The moves of the order, what was out, what the clock did about silence, and how its customer rated it. */
export function orderEntries(file: OrderFile, { escalation, rating, ride }: OrderStory): TimelineEntry[] {
  return [
    ...file.history.map(
      ({ id, verb, from_status, to_status, who, reason, moved_at, recorded_at }): TimelineEntry => ({
        id: `order ${id}`,
        kind: troubles.includes(verb) ? 'trouble' : 'order',
        at: moved_at,
        what: moves[verb],
        who,
        note: [reason, recorded_at.getTime() - moved_at.getTime() > LATE_MS && 'Told later, without a network.']
          .filter(Boolean)
          .join(' '),
        status: from_status === to_status ? null : to_status,
      }),
    ),
    ...file.missing.map(
      (line): TimelineEntry => ({
        id: `missing ${line.id}`,
        kind: 'trouble',
        at: line.at,
        what: missingLineText(line),
        who: line.who,
      }),
    ),
    ...rideEntries(file, ride),
    ...clockEntries(escalation),
    ...(rating
      ? [
          {
            id: 'rating',
            kind: 'order' as const,
            at: rating.rated_at,
            what: `Rated: food ${rating.food} of 5, delivery ${rating.delivery} of 5`,
            who: 'customer',
            note: rating.line && (rating.hidden_at ? 'Its line is hidden.' : `“${rating.line}”`),
          },
        ]
      : []),
  ]
}

function rideEntries({ order }: OrderFile, ride: OrderStory['ride']): TimelineEntry[] {
  if (!ride) return []
  const { place_name, run_id, single_fee, paid_fee, final_fee, sharers, back, settled_at } = ride
  const joined: TimelineEntry = {
    id: 'ride',
    kind: 'order',
    at: order.created_at,
    what: `It shares the ride ${run_id} to ${place_name}`,
    who: 'customer',
    note: `Alone its way would cost ${formatNaira(single_fee)}; ${formatNaira(paid_fee)} was paid.`,
  }
  if (!settled_at || final_fee === null) return [joined]
  const together = sharers === 1 ? 'nobody else' : `${sharers} orders`
  return [
    joined,
    {
      id: 'ride closed',
      kind: 'order',
      at: settled_at,
      what: `The ride was closed with ${together}: its way costs ${formatNaira(final_fee)}`,
      who: 'system',
      note: back > 0 ? `${formatNaira(back)} goes back.` : null,
    },
  ]
}

function clockEntries(escalation: OrderStory['escalation']): TimelineEntry[] {
  if (!escalation) return []
  const { reminded_at, called_at, begun_told_at } = escalation
  const steps = [
    ['begun', 'order', begun_told_at, 'The kitchen was told to begin'],
    ['reminded', 'trouble', reminded_at, 'The kitchen had not answered, and was reminded'],
    ['called', 'trouble', called_at, 'The kitchen still had not answered: the admins were called'],
  ] as const
  return steps.flatMap(([id, kind, at, what]) => (at ? [{ id, kind, at, what, who: 'system' }] : []))
}
