import { formatCampusTime } from '../../../domain/clock.ts'
import type {
  AssignedRow,
  BoardRider,
  DispatchBoard,
  WaitingRow,
} from '../../../domain/delivery/dispatch/dispatch-board.ts'
import type { AtKitchenRow } from '../../../domain/delivery/dispatch/orders-at-kitchen.ts'
import type { DeliveryTrouble } from '../../../domain/delivery/dispatch/watched-deliveries.ts'
import type { WayToSee } from '../../../domain/delivery/incidents/ways-to-see.ts'
import { formatPhone } from '../../../domain/phone.ts'
import { boardMap, type Narrowed, narrowedBy } from './board-map.server.ts'
import { reasons_in_words, ways_in_words } from './incident-choices.ts'

/** The board with its times in words, as of `now`: all of it on the map, its lists as they are narrowed. */
export function dispatchView(board: DispatchBoard, now: Date, narrowed: Narrowed) {
  const free = board.riders.filter((rider) => rider.carrying === 0 && !rider.has_offer && rider.on_duty_since)
  const shows = narrowedBy(narrowed)
  return {
    now_ms: now.getTime(),
    as_of: formatCampusTime(now),
    not_shown: board.not_shown,
    at_kitchen: board.at_kitchen.filter(shows).map((row) => atKitchenView(row, now)),
    waiting: board.waiting.filter(shows).map((row) => ({
      ...rowView(row),
      waited: minutes(now, row.paid_at),
      why: whyNobody(row, board.riders, free.length),
      offer: row.offered_to && {
        id: row.offered_to.offer_id,
        rider: row.offered_to.name,
        until_ms: row.offered_to.expires_at.getTime(),
      },
    })),
    assigned: board.assigned.filter(shows).map((row) => ({
      ...rowView(row),
      rider: {
        ...row.rider,
        phone: row.rider.phone && formatPhone(row.rider.phone),
      },
      steps: stepsOf(row),
    })),
    riders: board.riders.map((rider) => ({
      user_id: rider.user_id,
      name: rider.name,
      phone: rider.phone && formatPhone(rider.phone),
      vehicle: rider.vehicle,
      where: whereIs(rider, now),
      doing: doing(rider, now),
      on_duty: rider.on_duty_since && formatCampusTime(rider.on_duty_since),
    })),
    off_duty: board.off_duty,
    without_pin: board.without_pin.map(({ at, ...row }) => ({ ...row, at: at && formatCampusTime(at) })),
    ways_to_see: board.ways_to_see.map(wayView),
    map: boardMap(board, narrowed),
  }
}

export type DispatchView = ReturnType<typeof dispatchView>
export type WaitingView = DispatchView['waiting'][number]
export type AtKitchenView = DispatchView['at_kitchen'][number]
export type AssignedView = DispatchView['assigned'][number]
export type RiderView = DispatchView['riders'][number]

/** What only its kitchen is concerned with: what it waits for, and the number to call. */
function atKitchenView(row: AtKitchenRow, now: Date) {
  const { order_id, status, collects, vendor_name, vendor_phone, ready_by } = row
  const waited = minutes(now, row.begun_at)
  return {
    ...{ order_id, status, vendor: vendor_name, customer: row.customer_first_name },
    phone: vendor_phone && formatPhone(vendor_phone),
    troubles: row.troubles.map((trouble) => trouble_names[trouble]),
    what: {
      Pending: `The kitchen has not answered for ${waited} min.`,
      Accepted: ready_by ? `Kitchen: ready by ${formatCampusTime(ready_by)}.` : 'Cooking.',
      Completed: 'Ready: its customer has not come yet.',
    }[status as 'Pending' | 'Accepted' | 'Completed'],
    collects,
    promised: promiseInWords(row),
  }
}

function rowView(row: WaitingRow | AssignedRow) {
  return {
    delivery_id: row.delivery_id,
    order_id: row.order_id,
    status: row.status,
    troubles: row.troubles.map((trouble) => trouble_names[trouble]),
    urgent: row.troubles.length > 0 || row.proven !== null,
    vendor: row.vendor_name,
    from: row.pickup_area,
    to: row.drop_area,
    customer: row.customer_first_name,
    packs: row.packs,
    ready: row.ready ? 'Ready now' : row.ready_by ? `Kitchen: ready by ${formatCampusTime(row.ready_by)}` : 'Cooking',
    promised: promiseInWords(row),
    incident: row.incident && {
      said: incidentInWords(row.incident),
      is_coming_back: row.incident.way_out === 'bring_back',
    },
    proven: row.proven && provenInWords(row.proven, whatToDo(row)),
  }
}

/** What each trouble is called on a card. */
const trouble_names: Readonly<Record<DeliveryTrouble, string>> = {
  incident: 'Cannot be handed over',
  late: 'Late',
  at_risk: 'At risk',
  no_rider: 'No rider',
  declined: 'Declined by all',
  stuck: 'Stuck',
}

/** What stands in the way, and what is done about it: "Nobody comes to the door: the rider waits until 13:42." */
function incidentInWords(incident: NonNullable<WaitingRow['incident']>): string {
  const { reason, way_out, waits_until, place, words } = incident
  const done = way_out
    ? `${ways_in_words[way_out]}${place ? ` (${place})` : ''}`
    : `the rider waits until ${waits_until ? formatCampusTime(waits_until) : 'somebody comes'}`
  return `${reasons_in_words[reason]}: ${done}.${words ? ` “${words}”` : ''}`
}

/** What an admin has to decide: the customer has the food, and yet somebody is to bring it. */
function provenInWords({ rider_name, at, is_owed }: NonNullable<WaitingRow['proven']>, has_now: string): string {
  return (
    `${rider_name} handed it over with the PIN at ${formatCampusTime(at)}, and could tell us only after it was taken ` +
    `away. Please call the customer. If the food is there, ${has_now}` +
    `${is_owed ? ` What ${rider_name} is owed waits below.` : ''}`
  )
}

/** What is done about it, by the buttons that the card has. */
function whatToDo(row: WaitingRow | AssignedRow): string {
  const mark = 'mark it as delivered on the page of the order'
  if (!('rider' in row)) return `${mark}, so that nobody brings it once more.`
  const { name } = row.rider
  return row.status === 'Picked up'
    ? `call ${name} too, who has picked it up since, and ${mark}: ${name} is paid as well.`
    : `take it back from ${name} here, and ${mark}.`
}

function wayView({ at, place, kitchen_closed, reason, way_out, ...way }: WayToSee) {
  const done = way_out ? `: ${ways_in_words[way_out]}` : ''
  const where = place ? ` (${place})` : kitchen_closed ? ', and it was closed' : ''
  return { ...way, at: formatCampusTime(at), what: `${reasons_in_words[reason]}${done}${where}.` }
}

/** The promise that counts, and what is expected instead where that is later. */
function promiseInWords({
  promised_until,
  expected_until,
}: Pick<WaitingRow, 'promised_until' | 'expected_until'>): string | null {
  if (!promised_until) return null
  const promised = `customer promised by ${formatCampusTime(promised_until)}`
  return expected_until && expected_until > promised_until
    ? `${promised}, expected by ${formatCampusTime(expected_until)}`
    : promised
}

function whyNobody(row: WaitingRow, fleet: readonly BoardRider[], free: number): string {
  if (row.offered_to) return `${row.offered_to.name || 'A rider'} is deciding.`
  const refused =
    row.refusals === 0 ? '' : `${row.refusals === 1 ? '1 rider' : `${row.refusals} riders`} did not take it. `
  if (!fleet.some((rider) => rider.on_duty_since)) return `${refused}Nobody is on duty.`
  if (free === 0) return `${refused}Every rider on duty is busy.`
  if (!row.ready) return `${refused}The next rider is asked in time for the food.`
  return `${refused}The next rider is asked in a moment.`
}

function stepsOf(row: AssignedRow): string {
  return [
    row.assigned_at && `taken ${formatCampusTime(row.assigned_at)}`,
    row.at_vendor_at && `at the vendor ${formatCampusTime(row.at_vendor_at)}`,
    row.picked_up_at && `picked up ${formatCampusTime(row.picked_up_at)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

function whereIs(rider: BoardRider, now: Date): string {
  if (rider.point && rider.located_at) return `Position of ${minutes(now, rider.located_at)} min ago`
  return rider.landmark ? `Waits at ${rider.landmark}` : 'Nobody knows where'
}

function doing(rider: BoardRider, now: Date): string {
  const carried = rider.carrying === 1 ? '1 order' : `${rider.carrying} orders`
  if (rider.carrying > 0) {
    const free_at = rider.free_at > now ? `free at about ${formatCampusTime(rider.free_at)}` : 'free soon'
    return `Has ${carried}, ${free_at}${rider.has_offer ? ', deciding about more' : ''}`
  }
  return rider.has_offer ? 'Deciding about an offer' : 'Free now'
}

const minutes = (now: Date, since: Date) => Math.max(0, Math.floor((now.getTime() - since.getTime()) / 60_000))
