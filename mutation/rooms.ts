/** The rooms of domain/ that are changed, each beside its own tests, which are to notice (decision 187). */
export const rooms = ['payments', 'checkout', 'orders', 'payouts'] as const

export type Room = (typeof rooms)[number]

export const folderOf = (room: Room) => `domain/${room}`
