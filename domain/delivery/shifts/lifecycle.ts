import type { Move } from '../../lifecycle.ts'

/** The statuses of a place in a shift, from a plan that riders do not see to the end of the shift. */
export const place_statuses = ['Planned', 'Open', 'Taken', 'Offered on', 'Ended', 'Called off'] as const
export type PlaceStatus = (typeof place_statuses)[number]

/**
 * The only ways in which a place in a shift changes. `free` follows a rider's suspension, `end` the clock. A place that
 * is offered on is still its rider's, until another takes it over.
 */
export const place_moves = {
  publish: { from: ['Planned'], to: 'Open', who: ['admin'] },
  take: { from: ['Open'], to: 'Taken', who: ['rider'] },
  give_up: { from: ['Taken', 'Offered on'], to: 'Open', who: ['rider'] },
  offer_on: { from: ['Taken'], to: 'Offered on', who: ['rider'] },
  keep: { from: ['Offered on'], to: 'Taken', who: ['rider'] },
  take_over: { from: ['Offered on'], to: 'Taken', who: ['rider'] },
  free: { from: ['Taken', 'Offered on'], to: 'Open', who: ['admin'] },
  call_off: { from: ['Planned', 'Open', 'Taken', 'Offered on'], to: 'Called off', who: ['admin'] },
  end: { from: ['Planned', 'Open', 'Taken', 'Offered on'], to: 'Ended', who: ['system'] },
} as const satisfies Record<string, Move<PlaceStatus>>

export type PlaceVerb = keyof typeof place_moves

/** With one of these statuses a place has a rider, whose it is until another takes it. */
export const held_statuses = ['Taken', 'Offered on'] as const satisfies PlaceStatus[]

export const MOST_PLACES = 50
export const MOST_SHIFT_HOURS = 12
