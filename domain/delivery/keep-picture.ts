import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/open.ts'
import { uploads } from '../catalog/tables.ts'

/** Marks a picture as shown by a rider or a hand-over, so that the clean-up leaves it, and lets the one before it go. */
export async function keepPicture(
  tx: Tx,
  picture: { shown: string; instead_of?: string | null; now: Date },
): Promise<void> {
  const { shown, instead_of = null, now } = picture
  if (instead_of === shown) return
  if (instead_of) await tx.update(uploads).set({ kept_since: null }).where(eq(uploads.address, instead_of))
  await tx.update(uploads).set({ kept_since: now }).where(eq(uploads.address, shown))
}
