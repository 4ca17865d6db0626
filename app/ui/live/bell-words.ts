import type { Role } from '../../../domain/accounts/actor.ts'

type BellWords = { one: string; many: string; nothing: string }

/**
 * What the bell calls what rings: an order for a vendor, an offer for a rider,
 * for an admin an order that nobody takes.
 */
const bell_words: Readonly<Record<Role, BellWords>> = {
  vendor: { one: 'New order', many: 'New orders', nothing: 'Nothing yet. New orders ring here.' },
  rider: { one: 'New offer', many: 'New offers', nothing: 'Nothing yet. New offers ring here.' },
  admin: {
    one: 'Needs you',
    many: 'Need you',
    nothing: 'Nothing yet. What needs you appears here.',
  },
}

/** Said while there is nothing. */
export function nothingNew(role: Role): string {
  return bell_words[role].nothing
}

/** The bell holds the latest five. */
const MOST_ON_BADGE = 5

/** What the badge says: how many are new, up to five. */
export function badgeText(unread: number): string {
  return unread > MOST_ON_BADGE ? `${MOST_ON_BADGE}+` : String(unread)
}

type Count = { unread: number; ringing: number }

/** "(2) New orders", in front of the window's title; "(3) Unread" where nothing of it waits for an answer. */
export function newsInTitle(role: Role, count: Count): string {
  const { number, name } = inWords(role, count)
  return `(${number}) ${name}`
}

/** "2 new orders", for those who hear the page. */
export function newsAloud(role: Role, count: Count): string {
  const { number, name } = inWords(role, count)
  return `${number} ${name.toLowerCase()}`
}

/** What waits for an answer has the role's own name; all other news is only unread. */
function inWords(role: Role, { unread, ringing }: Count): { number: number; name: string } {
  if (ringing === 0) return { number: unread, name: 'Unread' }
  const { one, many } = bell_words[role]
  return { number: ringing, name: ringing === 1 ? one : many }
}
