import { eq } from 'drizzle-orm'
import type { PictureShape } from '../../../adapters/files/encode-picture.ts'
import type { PictureStore } from '../../../adapters/files/picture-store.ts'
import type { Role } from '../../accounts/actor.ts'
import { type AdminRole, may } from '../../admin-roles.ts'
import type { Deps } from '../../events.ts'
import { type Kitchen, kitchenFor } from '../../kitchen-roles.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { uploads } from '../tables.ts'

export type PictureRefusal = Refused<'not_a_picture' | 'too_large' | 'too_many_pixels' | 'not_allowed', undefined>

/** Whose picture it is; a customer, who has no account, by the checkout. */
export type PictureOwner = {
  role: Role | 'customer'
  user_id: string
  admin_role?: AdminRole | undefined
  kitchen?: Kitchen | undefined
}

/**
 * Stores a picture as its owner's own and answers its address. The row is written before the file, so that every file
 * has an owner and the clean-up finds the unused ones. Only admins have plans, and photos where they work on
 * cases; cooks have none.
 * Refuses what is no picture (docs/product.md#pictures).
 */
export async function storePicture(
  { db, clock, pictures }: Deps & { pictures: PictureStore },
  owner: PictureOwner,
  upload: Buffer,
  shape: PictureShape = 'photo',
): Promise<Accepted<{ address: string }> | PictureRefusal> {
  if (!mayUpload(owner, shape)) return refused('not_allowed')
  const address = pictures.addressOf(upload, owner.user_id, shape)
  const uploaded_at = clock.now()
  await db
    .insert(uploads)
    // A rider's picture may become proof; it counts as blank until it was looked at.
    .values({ address, user_id: owner.user_id, uploaded_at, is_blank: owner.role === 'rider' })
    .onConflictDoUpdate({ target: uploads.address, set: { uploaded_at } })
  try {
    await pictures.store(upload, owner.user_id, shape)
    if (owner.role === 'rider') {
      const is_blank = await pictures.isBlank(address)
      await db.update(uploads).set({ is_blank }).where(eq(uploads.address, address))
    }
    return accepted({ address })
  } catch (error) {
    const reason = refusalOf(error)
    if (reason) return refused(reason)
    throw error
  }
}

function mayUpload(owner: PictureOwner, shape: PictureShape): boolean {
  if (shape === 'plan') return may(owner, 'change_campus')
  if (owner.role === 'admin') return may(owner, 'work_cases')
  return owner.role === 'vendor' ? kitchenFor(owner, 'change_menu') !== null : true
}

/** By name, not by class: the bundled pages have their own copy of the class. */
function refusalOf(error: unknown): 'not_a_picture' | 'too_large' | 'too_many_pixels' | null {
  if (!(error instanceof Error) || error.name !== 'PictureRefused' || !('reason' in error)) return null
  return error.reason === 'too_large' || error.reason === 'too_many_pixels' ? error.reason : 'not_a_picture'
}
