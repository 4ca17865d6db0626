/** What a place of a campus can be, with the word that people read. Nothing is brought to a junction. */
export const place_kinds = {
  gate: 'Gate',
  hostel: 'Hostel',
  faculty: 'Faculty',
  market: 'Market',
  building: 'Building',
  junction: 'Junction',
} as const

export type PlaceKind = keyof typeof place_kinds
