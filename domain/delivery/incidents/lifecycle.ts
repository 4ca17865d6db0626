/** What can stand in the way of a hand-over, once the food is picked up. */
export const incident_reasons = ['customer_absent', 'wrong_food', 'damaged_food', 'accident', 'cannot_go_on'] as const
export type SaidReason = (typeof incident_reasons)[number]

/** Before that: the rider stands at the kitchen, and nobody is there. */
export const NOBODY_AT_KITCHEN = 'kitchen_closed'

/**
 * Besides, what nobody says: the order was called off on its way, or while its rider rode to the kitchen, or a PIN
 * proved a hand-over after its end.
 */
export type IncidentReason = SaidReason | typeof NOBODY_AT_KITCHEN | 'called_off' | 'called_off_early' | 'told_late'

/**
 * What is done about it: the food is left at a place, tried again, brought back to the kitchen, given to the next rider
 * where this one stands, or there is none left to bring.
 */
export const ways_out = ['leave', 'again', 'bring_back', 'hand_on', 'write_off'] as const
export type WayOut = (typeof ways_out)[number]

export type Consequence = {
  /** `ends`: nothing more is carried. `goes_on`: the same rider tries again. */
  next: 'ends' | 'goes_on' | 'next_rider'
  /** Whether all of the customer's money goes back, and who bears the food: else it stays where it is. */
  money: 'stays' | { back_from: 'vendor' | 'platform' }
  /**
   * What the rider gets: as for any delivery, or with the way back too; for the whole way without one, or with the way
   * back too; for the part of it that was ridden; or for the way to the kitchen, or half of that way. Null while the
   * same rider still carries it, and for a way that another order of the same kitchen pays.
   */
  pay:
    | 'delivered'
    | 'delivered_and_back'
    | 'whole'
    | 'there_and_back'
    | 'ridden'
    | 'to_kitchen'
    | 'towards_kitchen'
    | null
}

/** By reason: which ways out there are, and what follows for food, money, pay and the next rider (decision 106). */
export const incident_table = {
  customer_absent: {
    leave: { next: 'ends', money: 'stays', pay: 'delivered' },
    again: { next: 'goes_on', money: 'stays', pay: null },
    bring_back: { next: 'ends', money: 'stays', pay: 'delivered_and_back' },
  },
  wrong_food: {
    bring_back: { next: 'ends', money: { back_from: 'vendor' }, pay: 'there_and_back' },
  },
  damaged_food: {
    write_off: { next: 'ends', money: { back_from: 'platform' }, pay: 'whole' },
  },
  accident: {
    hand_on: { next: 'next_rider', money: 'stays', pay: 'ridden' },
    bring_back: { next: 'next_rider', money: 'stays', pay: 'whole' },
    write_off: { next: 'ends', money: { back_from: 'platform' }, pay: 'whole' },
  },
  cannot_go_on: {
    hand_on: { next: 'next_rider', money: 'stays', pay: 'ridden' },
    bring_back: { next: 'next_rider', money: 'stays', pay: 'whole' },
  },
} as const satisfies Record<SaidReason, Partial<Record<WayOut, Consequence>>>

/** Nobody is at the kitchen, and the rider has waited: the order ends, and its kitchen bears it (decision 172). */
export const at_empty_kitchen = {
  next: 'ends',
  money: { back_from: 'vendor' },
  pay: 'to_kitchen',
} as const satisfies Consequence

/** Where a rider is with an order that others call off: on the way to the kitchen, there, or with the food. */
export const called_off_places = ['towards_kitchen', 'at_kitchen', 'with_food', 'going_back'] as const
export type CalledOffPlace = (typeof called_off_places)[number]

/**
 * What follows for a rider whose order is called off (decisions 164, 171): what becomes of the food, and the pay. What
 * was paid for the order goes back as whoever called it off says.
 */
export const called_off_table = {
  towards_kitchen: { food: 'not_fetched', pay: 'towards_kitchen' },
  at_kitchen: { food: 'not_fetched', pay: 'to_kitchen' },
  with_food: { food: 'kept', pay: 'whole' },
  going_back: { food: 'goes_back', pay: 'there_and_back' },
} as const satisfies Record<CalledOffPlace, { food: string; pay: Consequence['pay'] }>

/** What can go wrong with food that goes back already: it is not carried any further. */
export const second_troubles = ['damaged_food', 'accident', 'cannot_go_on'] as const satisfies SaidReason[]

/** What follows of a way out; null where that reason does not have it. */
export function consequenceOf(reason: IncidentReason, way_out: WayOut): Consequence | null {
  const table: Partial<Record<IncidentReason, Partial<Record<WayOut, Consequence>>>> = {
    ...incident_table,
    [NOBODY_AT_KITCHEN]: { write_off: at_empty_kitchen },
  }
  return table[reason]?.[way_out] ?? null
}

/**
 * What follows once food is back where its kitchen is closed, or is lost on its way back: it cannot wait there for the
 * next rider, so the order ends, at the platform's cost. What had ended anyway ends as it would have.
 */
export function atClosedKitchen(planned: Consequence): Consequence {
  return planned.next === 'next_rider' ? { ...planned, next: 'ends', money: { back_from: 'platform' } } : planned
}

/** After these the rider takes no offers until they come on duty again. */
export const stops_riding: readonly IncidentReason[] = ['accident', 'cannot_go_on']

const shown_by_photo: readonly IncidentReason[] = ['damaged_food', 'wrong_food', NOBODY_AT_KITCHEN]

/** Where a photo has to show it, so that an admin can judge, and a kitchen does not bear what nobody can see. */
export function needsPhoto(reason: IncidentReason, way_out: WayOut): boolean {
  return way_out === 'leave' || shown_by_photo.includes(reason)
}

/** Where it has to be said at which place of the campus. */
export const names_place: readonly WayOut[] = ['leave', 'hand_on']
