import type { PictureStore } from '../../adapters/files/picture-store.ts'
import type { Db } from '../../db/open.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Clock } from '../clock.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { uploads } from './tables.ts'

export type PictureRefusal = Refused<'not_a_picture' | 'too_large' | 'not_allowed', undefined>

/**
 * Stores a picture as the actor's own and answers its address. The row stands before the file does, so that no file is
 * ever without an owner and the clean-up finds what nobody came to use. Refuses what is no picture (spec §5: at most 15 MB).
 */
export async function storePicture(
  { db, clock, pictures }: { db: Db; clock: Clock; pictures: PictureStore },
  actor: Actor,
  upload: Buffer,
): Promise<Accepted<{ address: string }> | PictureRefusal> {
  if (actor.role !== 'vendor' && actor.role !== 'rider') return refused('not_allowed')
  const address = pictures.addressOf(upload, actor.user_id)
  const uploaded_at = clock.now()
  await db
    .insert(uploads)
    .values({ address, user_id: actor.user_id, uploaded_at })
    .onConflictDoUpdate({ target: uploads.address, set: { uploaded_at } })
  try {
    return accepted({ address: await pictures.store(upload, actor.user_id) })
  } catch (error) {
    const reason = refusalOf(error)
    if (reason) return refused(reason)
    throw error
  }
}

/** By name, not by class: the pages are bundled and hold their own copy of the class. */
function refusalOf(error: unknown): 'not_a_picture' | 'too_large' | null {
  if (!(error instanceof Error) || error.name !== 'PictureRefused' || !('reason' in error)) return null
  return error.reason === 'too_large' ? 'too_large' : 'not_a_picture'
}
