import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import { uploads } from '../../catalog/tables.ts'

/**
 * Marks a picture as shown by a rider, a hand-over, a claim or a case, so that the clean-up leaves it, and releases the
 * one before.
 */
export async function keepPicture(
  tx: Tx,
  picture: { shown: string; instead_of?: string | null; now: Date },
): Promise<void> {
  const { shown, instead_of = null, now } = picture
  if (instead_of === shown) return
  if (instead_of) await tx.update(uploads).set({ let_go_at: now }).where(eq(uploads.address, instead_of))
  await tx.update(uploads).set({ kept_since: now, let_go_at: null }).where(eq(uploads.address, shown))
}

/**
 * Marks an upload of the owner's own as shown, if it never was. A photo proves one hand-over only, as long as its
 * upload is kept (domain/retention/kept-of-orders.ts); one released by a profile (`let_go_at`) or blank proves nothing.
 * Answers whether it was kept, or why not.
 */
export async function keepNewPicture(
  tx: Tx,
  picture: { shown: string; owner: string; now: Date },
): Promise<'kept' | 'blank_photo' | 'bad_photo'> {
  const { shown, owner, now } = picture
  const is_new = and(eq(uploads.address, shown), eq(uploads.user_id, owner), isNull(uploads.kept_since))
  const [kept] = await tx
    .update(uploads)
    .set({ kept_since: now })
    .where(and(is_new, eq(uploads.is_blank, false)))
    .returning({ address: uploads.address })
  if (kept) return 'kept'
  return (await tx.$count(uploads, is_new)) > 0 ? 'blank_photo' : 'bad_photo'
}
