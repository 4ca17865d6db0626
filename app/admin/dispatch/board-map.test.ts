import { expect, test } from 'vitest'
import type {
  AssignedRow,
  BoardRider,
  DispatchBoard,
  WaitingRow,
} from '../../../domain/delivery/dispatch/dispatch-board.ts'
import type { AtKitchenRow } from '../../../domain/delivery/dispatch/orders-at-kitchen.ts'
import { boardMap, type Narrowed } from './board-map.server.ts'

const [kitchen, handed_on, door, gate] = [
  { latitude: 7.3, longitude: 5.14 },
  { latitude: 7.301, longitude: 5.141 },
  { latitude: 7.303, longitude: 5.132 },
  { latitude: 7.305, longitude: 5.139 },
]
const musa: BoardRider = {
  ...{ user_id: 'musa', name: 'Musa Bello', phone: null, vehicle: null, landmark: null, on_duty_since: new Date(0) },
  ...{ point: gate, located_at: new Date(0), carrying: 1, free_at: new Date(0), has_offer: false },
}
const paid_at = new Date(0)
const common = {
  ...{
    vendor_id: 'bose',
    vendor_name: 'Iya Bose Buka',
    pickup_area: null,
    drop_area: null,
    pickup: kitchen,
    drop: door,
  },
  ...{ customer_first_name: 'Ada', packs: 1, ready: true, ready_by: null, paid_at, promised_until: null },
  ...{ expected_until: null, troubles: [], incident: null, proven: null },
}
const waits = (order_id: number, more: Partial<WaitingRow> = {}): WaitingRow => ({
  ...{ ...common, delivery_id: order_id, order_id, status: 'Waiting', offered_to: null, refusals: 0, ...more },
})
const carried = (order_id: number, more: Partial<AssignedRow> = {}): AssignedRow => ({
  ...{ ...common, delivery_id: order_id, order_id, status: 'Picked up', rider: musa, assigned_at: null },
  ...{ at_vendor_at: null, picked_up_at: null, ...more },
})
const wayOut = (way_out: 'hand_on' | 'bring_back') =>
  ({
    reason: 'cannot_go_on',
    way_out,
    waits_until: null,
    place: null,
    words: null,
  }) as unknown as WaitingRow['incident']

const everything: Narrowed = { show: 'all', kitchen: null, rider: null, order: null }
const none = { waiting: [], assigned: [] }
function mapOf(
  rows: Partial<Pick<DispatchBoard, 'waiting' | 'assigned' | 'at_kitchen'>>,
  narrowed: Partial<Narrowed> = {},
) {
  const board = { campus: { places: [], ways: [] }, centre: gate, at_kitchen: [], ...none, riders: [musa], ...rows }
  return boardMap(board as unknown as DispatchBoard, { ...everything, ...narrowed })
}

test('a kitchen stays where it is when one of its orders is handed on, whichever comes first', () => {
  const other = waits(2, { pickup: handed_on, incident: wayOut('hand_on') })
  for (const waiting of [
    [waits(1), other],
    [other, waits(1)],
  ]) {
    expect(mapOf({ waiting }).kitchens).toEqual([{ id: 'bose', name: 'Iya Bose Buka', at: kitchen }])
  }
  expect(mapOf({ waiting: [other] }).kitchens).toMatchObject([{ at: null }])
})

test('a rider goes to the kitchen, from there to the customer, and back with what is brought back', () => {
  const assigned = [carried(1, { status: 'Assigned' }), carried(2), carried(3, { incident: wayOut('bring_back') })]
  expect(mapOf({ assigned }).orders.map(({ next }) => next)).toEqual([kitchen, door, kitchen])
})

test('what is counted is of the kitchen and the rider that are looked at', () => {
  const waiting = [waits(1, { troubles: ['late'] }), waits(2, { vendor_id: 'tola', troubles: ['late'] })]
  const rows = { waiting, assigned: [carried(3, { troubles: ['late'] })] }
  expect(mapOf(rows).counts).toEqual({ all: 3, late: 3, at_risk: 0, no_rider: 2 })
  expect(mapOf(rows, { kitchen: 'tola', show: 'at_risk' }).counts).toEqual({ all: 1, late: 1, at_risk: 0, no_rider: 1 })
  expect(mapOf(rows, { rider: 'musa' }).counts).toEqual({ all: 1, late: 1, at_risk: 0, no_rider: 0 })
})

test('what is at its kitchen alone stands there, is counted, and is nothing to give to a rider', () => {
  const cooks = (order_id: number, troubles: AtKitchenRow['troubles']): AtKitchenRow => ({
    ...{ order_id, status: 'Accepted', collects: true, vendor_id: 'bose', vendor_name: 'Iya Bose Buka', troubles },
    ...{ vendor_phone: null, pickup: kitchen, customer_first_name: 'Ada', begun_at: paid_at, ready_by: null },
    ...{ promised_until: null, expected_until: null },
  })
  const rows = { waiting: [waits(1)], at_kitchen: [cooks(2, ['late']), cooks(3, [])] }
  const map = mapOf(rows)
  expect(map.counts).toEqual({ all: 3, late: 1, at_risk: 0, no_rider: 1 })
  expect(map.orders.slice(1)).toMatchObject([
    { order_id: 2, at: kitchen, late: true, at_kitchen: true, may_be_given: false },
    { order_id: 3, at: kitchen, late: false, at_kitchen: true },
  ])
  expect(mapOf(rows, { show: 'late' }).orders.map(({ order_id }) => order_id)).toEqual([2])
  expect(mapOf(rows, { rider: 'musa' }).orders).toEqual([])
})
