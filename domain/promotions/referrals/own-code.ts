import { randomBytes } from 'node:crypto'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { plainCode } from '../lifecycle.ts'
import { promotions } from '../tables.ts'
import { REFERRALS, type Referrals } from './referral-settings.ts'

type Promotion = typeof promotions.$inferSelect

/** Who makes what nobody made by hand. */
export const BY_ITSELF = '00000000-0000-0000-0000-000000000000'

/** Nothing that is mistaken for something else when it is read aloud. */
const SIGNS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 8

/**
 * Gives a phone number its own code for friends, once for ever, while friends can be brought at all. One that an admin
 * ended is not made anew.
 */
export async function makeOwnCode(tx: Tx, owner_phone: string, now: Date): Promise<void> {
  const terms = await readSetting(tx, REFERRALS)
  if (terms.offered === 'no') return
  const [known] = await tx.select({ id: promotions.id }).from(promotions).where(eq(promotions.owner_phone, owner_phone))
  if (known) return
  await tx
    .insert(promotions)
    .values({
      ...{ owner_phone, code: newCode(), kind: 'amount', first_order_only: true },
      ...{ amount: terms.friend_kobo, minimum: terms.minimum_kobo },
      ...{ starts_at: now, created_at: now, created_by: BY_ITSELF },
    })
    .onConflictDoNothing()
}

/** Thirty-one to the power of eight of them: nobody guesses one, and two are never the same. */
export function newCode(): string {
  // Equally often: bytes beyond the last whole round are left out.
  const even = Math.floor(256 / SIGNS.length) * SIGNS.length
  const drawn = [...randomBytes(CODE_LENGTH * 4)].filter((byte) => byte < even).slice(0, CODE_LENGTH)
  return drawn.map((byte) => SIGNS[byte % SIGNS.length]).join('')
}

/** What a friend's code gives, as it is written and read. */
export type FriendOffer = { code: string; terms: Referrals }

/** The code that was typed or followed, where it is somebody's for friends and counts, with what it gives. */
export async function friendOffer(db: Db, typed: string): Promise<FriendOffer | null> {
  const found = await friendLink(db, typed)
  return typeof found === 'string' ? null : found
}

/**
 * What the code of a friend's link gives; `ended` where it was somebody's for friends and counts no more, and for every
 * code while no friends can be brought; `unknown` where it is nobody's.
 */
export async function friendLink(db: Db, typed: string): Promise<FriendOffer | 'ended' | 'unknown'> {
  const code = plainCode(typed)
  const terms = await readSetting(db, REFERRALS)
  if (terms.offered === 'no') return 'ended'
  if (code === '') return 'unknown'
  const [found] = await db
    .select({ status: promotions.status })
    .from(promotions)
    .where(and(eq(promotions.code, code), isNotNull(promotions.owner_phone)))
    .orderBy(promotions.status)
    .limit(1)
  if (!found) return 'unknown'
  return found.status === 'Active' ? { code, terms } : 'ended'
}

/** A promotion with what its settings say at this moment, and how many friends a month it is for. */
export type WithTerms = Promotion & { most_uses_month?: number }

/** Promotions as they count now: what somebody's code for friends gives is set, and not kept with it. */
export async function withTerms(db: Db | Tx, locked: readonly Promotion[]): Promise<WithTerms[]> {
  if (locked.every(({ owner_phone }) => owner_phone === null)) return [...locked]
  const { offered, friend_kobo, minimum_kobo, most_each_month } = await readSetting(db, REFERRALS)
  const set = { amount: friend_kobo, minimum: minimum_kobo, most_uses_month: most_each_month }
  const ended = offered === 'no' ? { status: 'Ended' as const } : {}
  return locked.map((one) => (one.owner_phone === null ? one : { ...one, ...set, ...ended }))
}
