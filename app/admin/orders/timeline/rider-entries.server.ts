import { formatCampusTime } from '../../../../domain/clock.ts'
import type { OfferStatus } from '../../../../domain/delivery/lifecycle.ts'
import type { DeliveryStory } from '../../../../domain/desk/order-story/delivery-story.ts'
import type { OrderStory } from '../../../../domain/desk/order-story/order-story.ts'
import { formatNaira } from '../../../../domain/money.ts'
import { reasons_in_words, ways_in_words } from '../../dispatch/incident-choices.ts'
import type { Sees } from '../../sees.ts'
import type { TimelineEntry } from './timeline-entry.ts'

/** Who was asked, who had it, when somebody was at the kitchen or at the door, and what stood in the way there. */
export function riderEntries({ delivery, nameOf }: OrderStory, sees: Sees): TimelineEntry[] {
  if (!delivery) return []
  return [
    ...delivery.moves.map(
      ({ move, rider_name }): TimelineEntry => ({
        id: `delivery ${move.id}`,
        kind: move.verb === 'give_back' || move.verb === 'hand_on' ? 'trouble' : 'rider',
        at: move.moved_at,
        what: moveText(move.verb, rider_name ?? 'the rider'),
        who: nameOf(move),
        note: move.reason,
        status: move.from_status === move.to_status ? null : move.to_status,
      }),
    ),
    ...delivery.offers.flatMap((asked) => offerEntries(asked, sees)),
    ...gateEntry(delivery),
    ...delivery.incidents.map(incidentEntry),
  ]
}

function gateEntry({ delivery, rider }: DeliveryStory): TimelineEntry[] {
  const at = delivery.at_gate_at
  return at ? [{ id: 'at gate', kind: 'rider', at, what: `${rider?.name ?? 'The rider'} is at the gate` }] : []
}

function moveText(verb: string, rider: string): string {
  const words: Readonly<Record<string, string>> = {
    make: 'Looks for a rider',
    give_back: `${rider} gave it back`,
    arrive: `${rider} is at the kitchen`,
    hand_on: 'It waits for the next rider',
    assign: `Given to ${rider}`,
    unassign: `Taken back from ${rider}`,
    reopen: 'Looks for a rider again',
  }
  return words[verb] ?? verb.replaceAll('_', ' ')
}

const answers: Readonly<Record<Exclude<OfferStatus, 'Open'>, string>> = {
  Accepted: 'took it',
  Declined: 'declined it',
  Expired: 'did not answer in time',
  Withdrawn: 'is not asked any more',
}

function offerEntries({ offer, pay, rider_name }: DeliveryStory['offers'][number], sees: Sees): TimelineEntry[] {
  const name = rider_name ?? 'A rider'
  const asked: TimelineEntry = {
    id: `offer ${offer.id}`,
    kind: 'rider',
    at: offer.offered_at,
    what: `${name} was asked${sees.money ? ` for ${formatNaira(pay)}` : ''}`,
    who: 'system',
    note: offer.status === 'Open' ? `Has until ${formatCampusTime(offer.expires_at)} to answer.` : null,
  }
  if (offer.status === 'Open') return [asked]
  return [
    asked,
    {
      id: `answer ${offer.id}`,
      kind: 'rider',
      at: offer.answered_at ?? offer.expires_at,
      what: `${name} ${answers[offer.status]}`,
    },
  ]
}

function incidentEntry({ incident, rider_name }: DeliveryStory['incidents'][number]): TimelineEntry {
  const { reason, waits_until, way_out, place, words, photo } = incident
  const at_door = reason === 'customer_absent' || waits_until !== null
  const done = way_out && `${ways_in_words[way_out]}${place ? `, ${place}` : ''}`
  return {
    id: `incident ${incident.id}`,
    kind: 'trouble',
    at: incident.happened_at,
    what: `${at_door ? 'At the door: ' : ''}${reasons_in_words[reason]}${done ? `, ${done}` : ''}`,
    who: rider_name ?? 'rider',
    note: [words && `“${words}”`, waits_until && !way_out && `Waits until ${formatCampusTime(waits_until)}.`]
      .filter(Boolean)
      .join(' '),
    photo,
  }
}
