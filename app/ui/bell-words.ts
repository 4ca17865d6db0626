import type { Role } from '../../domain/accounts/actor.ts'

type BellWords = { one: string; many: string; nothing: string }

/** What the bell calls its news: an order for a kitchen, an offer for a rider, for an admin whatever needs a decision. */
const bell_words: Readonly<Record<Role, BellWords>> = {
  vendor: { one: 'New order', many: 'New orders', nothing: 'Nothing yet. New orders ring here.' },
  rider: { one: 'New offer', many: 'New offers', nothing: 'Nothing yet. New offers ring here.' },
  admin: {
    one: 'Needs you',
    many: 'Need you',
    nothing: 'Nothing yet. What needs you shows itself here.',
  },
}

/** Said while there is nothing. */
export function nothingNew(role: Role): string {
  return bell_words[role].nothing
}

/** "(2) New orders", in front of the window's title. */
export function newsInTitle(role: Role, unread: number): string {
  const { one, many } = bell_words[role]
  return `(${unread}) ${unread === 1 ? one : many}`
}

/** "2 new orders", for those who hear the page. */
export function newsAloud(role: Role, unread: number): string {
  const { one, many } = bell_words[role]
  return `${unread} ${(unread === 1 ? one : many).toLowerCase()}`
}
