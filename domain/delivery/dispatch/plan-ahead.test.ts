import { describe, expect, test } from 'vitest'
import { at, town } from '../../../test/dispatch-town.ts'
import type {
  DispatchDecision,
  DispatchParameters,
  DispatchRider,
  DispatchSnapshot,
  Trip,
  WaitingOrder,
} from './dispatch-rule.ts'
import { planAhead } from './plan-ahead.ts'

function order(id: number, rest: Partial<WaitingOrder>): WaitingOrder {
  return {
    id,
    vendor_id: 1,
    pickup: at(0),
    drop: at(1000),
    placed_minute: 0,
    ready_minute: 0,
    declined_by: [],
    ...rest,
  }
}

function rider(id: number, rest: Partial<DispatchRider>): DispatchRider {
  return {
    id,
    free_minute: 0,
    free_at: at(0),
    off_minute: Number.POSITIVE_INFINITY,
    orders_within_guarantee: 0,
    ...rest,
  }
}

function decide(rest: Partial<DispatchSnapshot>, changed: Partial<DispatchParameters> = {}): DispatchDecision {
  return planAhead({ now_minute: 0, orders: [], riders: [], tentative: [], ...rest }, { ...town, ...changed })
}

describe('small examples', () => {
  test('nothing to do is no mistake', () => {
    expect(decide({})).toEqual({ commit: [], tentative: [], unplanned_order_ids: [] })
    expect(decide({ riders: [rider(1, {})] })).toEqual({ commit: [], tentative: [], unplanned_order_ids: [] })
  })

  test('who was promised first is served first, and who is late is not put off for ever', () => {
    const near = order(1, { vendor_id: 1, drop: at(300), promised_minute: 60 })
    const far = (promised_minute: number) =>
      order(2, { vendor_id: 2, pickup: at(0, 300), drop: at(0, 3000), promised_minute })
    const first = (promised_minute: number, later_weight = 0) =>
      decide({ orders: [near, far(promised_minute)], riders: [rider(1, {})] }, { later_weight }).commit[0]?.order_ids
    expect(first(60)).toEqual([1])
    expect(first(60, 0.5)).toEqual([1])
    expect(first(-30)).toEqual([1])
    expect(first(-30, 0.5)).toEqual([2])
  })

  test('orders that share a ride leave together, in one trip as long as there is room', () => {
    const orders = [0, 1, 2].map((id) => order(id, { drop: at(300), ready_minute: id * 5 }))
    const riders = [rider(1, {}), rider(2, {}), rider(3, {})]
    const tripsOf = (decision: DispatchDecision) =>
      [...decision.commit, ...decision.tentative].map(({ order_ids }) => order_ids.toSorted())
    expect(tripsOf(decide({ orders, riders }))).not.toEqual([[0, 1, 2]])
    const together = orders.map((one) => ({ ...one, together: 7 }))
    expect(tripsOf(decide({ orders: together, riders }))).toEqual([[0, 1, 2]])
    expect(tripsOf(decide({ orders: together, riders }, { most_orders_per_trip: 2 }))).toHaveLength(2)
    const refusing = together.map((one) => (one.id === 2 ? { ...one, declined_by: [1, 2, 3] } : one))
    expect(decide({ orders: refusing, riders }).unplanned_order_ids).toEqual([2])
  })

  test('orders that share a ride go apart where the first would wait too long for the last', () => {
    const at_minutes = (...ready: number[]) => {
      const orders = ready.map((ready_minute, id) => order(id, { drop: at(300), ready_minute, together: 7 }))
      const decided = decide({ orders, riders: [rider(1, {}), rider(2, {})] })
      return [...decided.commit, ...decided.tentative].map(({ order_ids }) => order_ids.toSorted()).toSorted()
    }
    expect(at_minutes(0, 8)).toEqual([[0, 1]])
    expect(at_minutes(0, 90)).toEqual([[0], [1]])
    const orders = [0, 90].map((ready_minute, id) => order(id, { drop: at(300), ready_minute, together: 7 }))
    const tentative = [
      { rider_id: 1, vendor_id: 1, order_ids: [0, 1], departure_minute: 89, pickup_minute: 91, drop_minutes: [96, 98] },
    ]
    const decided = decide({ orders, riders: [rider(1, {}), rider(2, {})], tentative })
    expect(decided.commit.map(({ order_ids }) => order_ids)).toEqual([[0]])
  })

  test('food that is ready leaves with the nearest rider', () => {
    const riders = [rider(1, { free_at: at(900) }), rider(2, { free_at: at(300) })]
    expect(decide({ orders: [order(7, {})], riders }).commit).toEqual([
      {
        rider_id: 2,
        vendor_id: 1,
        order_ids: [7],
        departure_minute: 0,
        pickup_minute: 4,
        drop_minutes: [16],
      },
    ])
  })

  test('who walks is sent on short ways only, when there is one who rides', () => {
    const riders = [rider(1, { metres_per_minute: 50 }), rider(2, { free_at: at(300) })]
    expect(decide({ orders: [order(7, {})], riders }).commit).toMatchObject([
      { rider_id: 2, pickup_minute: 4, drop_minutes: [16] },
    ])
    expect(decide({ orders: [order(7, { drop: at(100) })], riders }).commit).toMatchObject([
      { rider_id: 1, pickup_minute: 1, drop_minutes: [5] },
    ])
  })

  test('a rider who is free soon and near is waited for', () => {
    const riders = [rider(1, { free_at: at(1000) }), rider(2, { free_at: at(100), free_minute: 3 })]
    const { commit, tentative } = decide({ orders: [order(7, {})], riders })
    expect(commit).toEqual([])
    expect(tentative).toMatchObject([{ rider_id: 2, departure_minute: 3, pickup_minute: 5 }])
  })

  test('nobody is sent before the food needs it: the trip stays open, and leaves in time', () => {
    const orders = [order(7, { ready_minute: 20 })]
    const riders = [rider(1, { free_at: at(500) })]
    const early = decide({ orders, riders })
    expect(early.commit).toEqual([])
    expect(early.tentative).toMatchObject([{ departure_minute: 14, pickup_minute: 20 }])
    expect(decide({ now_minute: 13, orders, riders, tentative: early.tentative }).commit).toEqual([])
    expect(decide({ now_minute: 14, orders, riders, tentative: early.tentative }).commit).toHaveLength(1)
    // An offer needs time to be answered.
    expect(decide({ now_minute: 12, orders, riders }, { commit_ahead_minutes: 2 }).commit).toHaveLength(1)
  })

  test('two orders on one way go together', () => {
    const orders = [order(7, { drop: at(1100) }), order(8, { drop: at(1000) })]
    const { commit } = decide({ orders, riders: [rider(1, {})] })
    expect(commit).toMatchObject([{ order_ids: [8, 7], drop_minutes: [13, 16] }])
  })

  test('two orders in opposite directions go with two riders', () => {
    const orders = [order(7, { drop: at(1500) }), order(8, { drop: at(-1500) })]
    const { commit } = decide({ orders, riders: [rider(1, {}), rider(2, {})] })
    expect(commit).toHaveLength(2)
  })

  test('no more orders in one hand than allowed', () => {
    const orders = [order(6, {}), order(7, {}), order(8, {})]
    const { commit, tentative } = decide({ orders, riders: [rider(1, {})] }, { most_orders_per_trip: 2 })
    expect(commit.map(({ order_ids }) => order_ids.length)).toEqual([2])
    expect(tentative.map(({ order_ids }) => order_ids.length)).toEqual([1])
  })

  test('a shift that ends before the pickup gets no trip, and a person is told', () => {
    const orders = [order(7, { ready_minute: 10 })]
    const soon_off = rider(1, { off_minute: 9 })
    expect(decide({ orders, riders: [soon_off] }).unplanned_order_ids).toEqual([7])
    const { tentative } = decide({
      orders,
      riders: [soon_off, rider(2, { free_at: at(800), off_minute: 10 })],
    })
    expect(tentative).toMatchObject([{ rider_id: 2, pickup_minute: 10 }])
  })

  test('who refused an order is not asked again, the next best is', () => {
    const riders = [rider(1, {}), rider(2, { free_at: at(800) })]
    expect(decide({ orders: [order(7, { declined_by: [1] })], riders }).commit).toMatchObject([{ rider_id: 2 }])
    expect(decide({ orders: [order(7, { declined_by: [1, 2] })], riders }).unplanned_order_ids).toEqual([7])
  })

  test('a rider within a guaranteed pay goes before one who costs extra, when both are as near', () => {
    const riders = [rider(1, {}), rider(2, { orders_within_guarantee: 1 })]
    const { commit } = decide({ orders: [order(7, {})], riders }, { extra_pay_weight: 2 })
    expect(commit).toMatchObject([{ rider_id: 2 }])
  })

  test('a plan is kept until another is clearly better', () => {
    const orders = [order(7, { ready_minute: 30 })]
    const riders = [rider(1, { free_at: at(200) }), rider(2, { free_at: at(300) })]
    const planned: Trip = {
      rider_id: 2,
      vendor_id: 1,
      order_ids: [7],
      departure_minute: 26,
      pickup_minute: 30,
      drop_minutes: [42],
    }
    const chosen = (tentative: Trip[], moved = riders) =>
      decide({ orders, riders: moved, tentative }).tentative[0]?.rider_id
    expect(chosen([])).toBe(1)
    expect(chosen([planned])).toBe(2)
    expect(chosen([planned], [rider(1, {}), rider(2, { free_at: at(900) })])).toBe(1)
  })
})
