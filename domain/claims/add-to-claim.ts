import { and, desc, eq } from 'drizzle-orm'
import { noteAdmins, noteOrder } from '../../db/after-commit.ts'
import type { Db, Tx } from '../../db/handle.ts'
import { uploads } from '../catalog/tables.ts'
import { keepPicture } from '../delivery/riders/keep-picture.ts'
import type { Deps } from '../events.ts'
import type { orders } from '../orders/tables.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { answer_form } from './forms.ts'
import { orderOfKey } from './make-claim.ts'
import { claim_words, claims } from './tables.ts'

/** More than anybody has to say about a meal. */
const MOST_WORDS = 10
/** Of all orders of a cart. More than a person has reason to show, as often as the first was blurred. */
export const MOST_PHOTOS = 10

export type AnswerRefusal =
  | Refused<'fields', { words: string }>
  | Refused<'not_found' | 'not_open' | 'too_many_words', undefined>

/**
 * The customer adds a word to the open claim of an order; the same words again say nothing new, so a form may be sent
 * twice. Refused once it is decided, and after ten of them.
 */
export async function answerClaim(
  deps: Deps,
  track_token: string,
  words: string,
): Promise<Accepted<undefined> | AnswerRefusal> {
  const text = answer_form.safeParse(words)
  if (!text.success) return refused('fields', { words: text.error.issues[0]?.message ?? '' })
  return change(deps, track_token, async (tx, claim, now) => {
    const same = and(eq(claim_words.claim_id, claim.id), eq(claim_words.text, text.data))
    if ((await tx.$count(claim_words, same)) > 0) return accepted(undefined)
    if ((await tx.$count(claim_words, eq(claim_words.claim_id, claim.id))) >= MOST_WORDS)
      return refused('too_many_words')
    await tx.insert(claim_words).values({ claim_id: claim.id, text: text.data, said_at: now })
    return accepted(undefined)
  })
}

/** The customer shows what is wrong: a stored picture of their own, in the place of the one before. */
export async function showPhoto(
  deps: Deps,
  track_token: string,
  photo: string,
): Promise<Accepted<undefined> | Refused<'not_found' | 'not_open', undefined>> {
  return change(deps, track_token, async (tx, claim, now) => {
    await tx.update(claims).set({ photo }).where(eq(claims.id, claim.id))
    const is_shown = claim.photo !== null && (await tx.$count(claims, eq(claims.photo, claim.photo))) > 0
    await keepPicture(tx, { shown: photo, instead_of: is_shown ? null : claim.photo, now })
    return accepted(undefined)
  })
}

/**
 * Whether a photo may be stored for the open claim of an order; asked before it is, so that nobody fills the disk. What
 * was replaced or could not be opened counts until the clean-up takes it, a day later.
 */
export async function mayShowPhoto(
  db: Db,
  order: Pick<typeof orders.$inferSelect, 'id' | 'checkout_id'>,
): Promise<Accepted<undefined> | Refused<'not_open' | 'too_many_photos', undefined>> {
  const open = await db.$count(claims, and(eq(claims.order_id, order.id), eq(claims.status, 'Open')))
  if (open === 0) return refused('not_open')
  const stored = await db.$count(uploads, eq(uploads.user_id, order.checkout_id))
  return stored < MOST_PHOTOS ? accepted(undefined) : refused('too_many_photos')
}

type Claim = typeof claims.$inferSelect

/** Does something with the order's newest claim, which is locked and open. */
function change<Answer>(
  { db, clock }: Deps,
  track_token: string,
  act: (tx: Tx, claim: Claim, now: Date) => Promise<Accepted<undefined> | Answer>,
): Promise<Accepted<undefined> | Answer | Refused<'not_found' | 'not_open', undefined>> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const order = await orderOfKey(tx, track_token)
    if (!order) return refused('not_found')
    const [claim] = await tx
      .select()
      .from(claims)
      .where(eq(claims.order_id, order.id))
      .orderBy(desc(claims.created_at), desc(claims.id))
      .limit(1)
      .for('no key update')
    if (claim?.status !== 'Open') return refused('not_open')
    noteOrder(tx, order.id)
    noteAdmins(tx)
    return act(tx, claim, now)
  })
}
