import type {
  AssignedRow,
  BoardRider,
  DispatchBoard,
  WaitingRow,
} from '../../../domain/delivery/dispatch/dispatch-board.ts'
import type { AtKitchenRow } from '../../../domain/delivery/dispatch/orders-at-kitchen.ts'
import type { Point } from '../../../domain/places/distance.ts'
import { openedIn } from '../../ui/lists/opened-row.server.ts'

type Row = WaitingRow | AssignedRow | AtKitchenRow

/** Which orders an address asks for, by what is wrong with them; the first is all of them. */
const kinds = {
  all: () => true,
  late: (row: Row) => row.troubles.some((trouble) => trouble === 'late'),
  at_risk: (row: Row) => row.troubles.some((trouble) => trouble === 'at_risk'),
  no_rider: (row: Row) => 'offered_to' in row,
} satisfies Record<string, (row: Row) => boolean>

export type BoardKind = keyof typeof kinds

/** What of the board the address asks for, and which order is chosen. */
export type Narrowed = { show: BoardKind; kitchen: string | null; rider: string | null; order: number | null }

/** `?show=late&kitchen=…&rider=…&order=12`; what it does not know counts as not said. */
export function narrowedIn(query: URLSearchParams): Narrowed {
  const asked = query.get('show') ?? ''
  return {
    show: isKind(asked) ? asked : 'all',
    kitchen: query.get('kitchen') || null,
    rider: query.get('rider') || null,
    order: openedIn(query, 'order'),
  }
}

const isKind = (name: string): name is BoardKind => Object.hasOwn(kinds, name)

/** Whether a row is among what is asked for. */
export function narrowedBy(narrowed: Narrowed): (row: Row) => boolean {
  const concerns = concerning(narrowed)
  return (row) => kinds[narrowed.show](row) && concerns(row)
}

/** Whether a row is about the kitchen and the rider that are asked for. */
const concerning =
  ({ kitchen, rider }: Narrowed) =>
  (row: Row) =>
    (kitchen === null || row.vendor_id === kitchen) && (rider === null || riderOf(row)?.user_id === rider)

/** Who has it, or is deciding about it. */
const riderOf = (row: Row) => ('rider' in row ? row.rider : 'offered_to' in row ? row.offered_to : null)

/** What the map draws and the filters offer: places and ways, and every order with its kitchen, rider and place. */
export function boardMap(board: DispatchBoard, narrowed: Narrowed) {
  const open = [...board.waiting, ...board.assigned, ...board.at_kitchen]
  const shown = open.filter(narrowedBy(narrowed))
  const concerns = concerning(narrowed)
  const place_of = new Map(board.campus.places.map((place) => [place.id, pointOf(place)]))
  const is_filtered = narrowed.show !== 'all' || narrowed.kitchen !== null || narrowed.rider !== null
  return {
    narrowed,
    is_filtered,
    centre: board.centre,
    counts: Object.fromEntries(
      Object.entries(kinds).map(([kind, matches]) => [
        kind,
        open.filter((row) => matches(row) && concerns(row)).length,
      ]),
    ) as Record<BoardKind, number>,
    places: board.campus.places.map(({ name, kind, landmark, ...place }) => ({
      ...{ name, kind, landmark },
      ...pointOf(place),
    })),
    ways: board.campus.ways.flatMap(({ from_place_id, to_place_id, ride_minutes }) => {
      const [from, to] = [place_of.get(from_place_id), place_of.get(to_place_id)]
      return from && to ? [{ from, to, ridable: ride_minutes !== null }] : []
    }),
    kitchens: kitchensOf(open),
    riders: board.riders.map(riderMark),
    orders: shown.flatMap((row) => orderMark(row, board.riders)),
    /** Whose place nobody knows: only the list has them. */
    nowhere: shown.filter((row) => !placeOf(row)).map(({ order_id }) => order_id),
  }
}

export type BoardMap = ReturnType<typeof boardMap>

const pointOf = ({ latitude, longitude }: Point): Point => ({ latitude, longitude })

/** Each kitchen once, at its place where any of its orders tells it. */
function kitchensOf(open: readonly Row[]) {
  const kitchens = new Map<string, ReturnType<typeof kitchenOf>>()
  for (const row of open) {
    if (!kitchens.get(row.vendor_id)?.at) kitchens.set(row.vendor_id, kitchenOf(row))
  }
  return [...kitchens.values()]
}

/** A kitchen by its name; what is handed on is picked up elsewhere. */
function kitchenOf(row: Row) {
  const { vendor_id, vendor_name, pickup } = row
  const is_handed_on = 'incident' in row && row.incident?.way_out === 'hand_on'
  return { id: vendor_id, name: vendor_name, at: pickup && !is_handed_on ? pointOf(pickup) : null }
}

/** Where its customer waits for it; at its kitchen, where that is not known or no rider is concerned with it. */
const placeOf = (row: Row) => ('drop' in row ? (row.drop ?? row.pickup) : row.pickup)

const riderMark = ({ user_id, name, point, carrying, has_offer }: BoardRider) => ({
  user_id,
  name,
  at: point && pointOf(point),
  busy: carrying > 0 || has_offer,
})

/** An order on the map. */
type OrderMark = {
  order_id: number
  /** Null of one that no rider is concerned with. */
  delivery_id: number | null
  at: Point
  late: boolean
  /** Whose it is, empty for nobody. */
  seen_rider_id: string
  has_rider: boolean
  at_kitchen: boolean
  /** Nobody else can be given food that somebody has. */
  may_be_given: boolean
  kitchen: Point | null
  rider: Point | null
  /** Where its rider goes next. */
  next: Point | null
}

function orderMark(row: Row, riders: readonly BoardRider[]): OrderMark[] {
  const at = placeOf(row)
  if (!at) return []
  const common = { order_id: row.order_id, at: pointOf(at), late: kinds.late(row) }
  if (!('delivery_id' in row)) {
    const nobody = { kitchen: null, rider: null, next: null, seen_rider_id: '', has_rider: false, may_be_given: false }
    return [{ ...common, ...nobody, delivery_id: null, at_kitchen: true }]
  }
  const rider = riderOf(row)
  const mark = riders.find(({ user_id }) => user_id === rider?.user_id)
  const rides_to_customer = row.status === 'Picked up' && row.incident?.way_out !== 'bring_back'
  return [
    {
      ...common,
      delivery_id: row.delivery_id,
      at_kitchen: false,
      seen_rider_id: 'rider' in row ? row.rider.user_id : '',
      has_rider: 'rider' in row,
      may_be_given: row.status !== 'Picked up',
      kitchen: row.pickup && pointOf(row.pickup),
      rider: mark?.point ? pointOf(mark.point) : null,
      next: rides_to_customer ? pointOf(at) : row.pickup && pointOf(row.pickup),
    },
  ]
}
