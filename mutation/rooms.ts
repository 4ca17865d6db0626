/** What is changed, and beside which tests: those that are to notice (docs/decisions/187-mutants.md). */
export type Room = { changed: readonly string[]; judges: readonly string[] }

export const rooms = {
  payments: { changed: ['domain/payments'], judges: ['domain/payments'] },
  checkout: { changed: ['domain/checkout'], judges: ['domain/checkout'] },
  orders: { changed: ['domain/orders'], judges: ['domain/orders'] },
  payouts: { changed: ['domain/payouts'], judges: ['domain/payouts'] },
} as const satisfies Readonly<Record<string, Room>>

export type RoomName = keyof typeof rooms

export const room_names = Object.keys(rooms) as RoomName[]
