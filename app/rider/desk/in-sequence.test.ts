import { expect, test } from 'vitest'
import type { PhoneStep } from '../steps/step-store.ts'
import type { DeliveryView } from './desk-view.server.ts'
import { inSequence } from './in-sequence.ts'

const view = (delivery_id: number, changes: Partial<DeliveryView> = {}) =>
  ({
    delivery_id,
    trip: 0,
    status: 'Picked up',
    handed_on_by: null,
    incident: null,
    is_put_off: false,
    ...changes,
  }) as DeliveryView

const step = (delivery_id: number, taken: Partial<PhoneStep['step']>, outcome: PhoneStep['outcome'] = null) =>
  ({
    id: `${delivery_id} ${taken.verb}`,
    outcome,
    step: { delivery_id, happened_at: new Date().toISOString(), ...taken },
  }) as PhoneStep

const idsOf = (sequence: ReturnType<typeof inSequence>) => sequence.map(({ delivery }) => delivery.delivery_id)

test('all of a trip is fetched before its doors, in the sequence in which they were planned', () => {
  const trip = [view(9, { status: 'Assigned' }), view(4), view(7, { status: 'At vendor' }), view(2, { trip: 1 })]
  expect(idsOf(inSequence(trip, []))).toEqual([9, 7, 4, 2])
  expect(idsOf(inSequence(trip, [step(9, { verb: 'pick_up' })]))).toEqual([7, 9, 4, 2])
})

test('what the phone has done stands last, and what is tried again or goes back after the other doors', () => {
  const way_out = (chosen: string) => ({
    verb: 'way_out' as const,
    incident: { reason: 'customer_absent', way_out: chosen },
  })
  const trip = [view(1), view(2), view(3), view(4), view(5, { trip: 1 })]
  const steps = [step(1, way_out('bring_back')), step(2, { verb: 'hand_over' }), step(3, way_out('again'))]
  const sequence = inSequence(trip, steps)
  expect(idsOf(sequence)).toEqual([4, 3, 1, 5, 2])
  expect(sequence.at(-1)).toMatchObject({ status: 'Delivered', is_done: true })
  // At its door again, it is as near as any.
  const back = view(1, { is_put_off: true, incident: { reason: 'customer_absent', way_out: null, wait: null } })
  expect(idsOf(inSequence([view(1, { is_put_off: true }), view(2)], []))).toEqual([2, 1])
  expect(idsOf(inSequence([back, view(2)], [step(1, { verb: 'wait' })]))).toEqual([1, 2])
  // What waits until the PIN counts again is done, for all that its rider knows.
  expect(inSequence([view(1)], [step(1, { verb: 'hand_over' }, 'pin_paused')])).toMatchObject([{ is_done: true }])
  // A step that was refused did not happen.
  expect(idsOf(inSequence(trip, [step(1, { verb: 'hand_over' }, 'wrong_pin')]))).toEqual([1, 2, 3, 4, 5])
})

test('who comes for one is there for all of the same kitchen and trip, and not for what a rider hands on', () => {
  const to_fetch = { status: 'Assigned' } as const
  const others = [view(3, { ...to_fetch, trip: 1 }), view(4, { ...to_fetch, handed_on_by: 'Bola' })]
  const [first] = inSequence([view(1, to_fetch), view(2, to_fetch), ...others, view(5, { status: 'At vendor' })], [])
  expect(first?.fetched_with.map(({ delivery_id }) => delivery_id)).toEqual([2])
})
