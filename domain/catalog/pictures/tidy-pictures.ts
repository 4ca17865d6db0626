import { and, asc, eq, isNotNull, isNull, lt, notExists, or, sql } from 'drizzle-orm'
import type { PictureStore } from '../../../adapters/files/picture-store.ts'
import type { Deps } from '../../events.ts'
import { CAMPUS_PLAN } from '../../places/campus-plan.ts'
import { settings } from '../../settings/tables.ts'
import { food, registration_drafts, uploads, vendors } from '../tables.ts'

/** A form may be open this long between the upload and saving. */
const KEPT_HOURS = 24

/** Whoever holds it alone, as a backup does, has every picture stay. */
export const PICTURES_STAY_LOCK = 7_130_022

/**
 * Deletes one picture that was replaced or never used: older than a day and shown by no row. Answers how many it
 * deleted; none while a backup copies them. The row stays locked while its files are deleted, so that somebody who
 * uploads the same picture at that moment waits and then stores it again.
 */
export async function tidyPictures({ db, clock, pictures }: Deps & { pictures: PictureStore }): Promise<number> {
  const oldest_kept = new Date(clock.now().getTime() - KEPT_HOURS * 3_600_000)
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ may: boolean }>(
      sql`select pg_try_advisory_xact_lock_shared(${PICTURES_STAY_LOCK}) as may`,
    )
    if (!rows[0]?.may) return 0
    const [orphan] = await tx
      .select({ address: uploads.address })
      .from(uploads)
      .where(
        and(
          lt(uploads.uploaded_at, oldest_kept),
          or(isNull(uploads.kept_since), isNotNull(uploads.let_go_at)),
          notExists(tx.select().from(food).where(eq(food.food_image, uploads.address))),
          notExists(tx.select().from(vendors).where(eq(vendors.profile_photo, uploads.address))),
          notExists(
            tx
              .select()
              .from(settings)
              .where(and(eq(settings.key, CAMPUS_PLAN.key), sql`${settings.value}->>'picture' = ${uploads.address}`)),
          ),
          notExists(
            tx
              .select()
              .from(registration_drafts)
              .where(
                and(
                  eq(registration_drafts.user_id, uploads.user_id),
                  sql`${registration_drafts.fields}->>'profile_photo' = ${uploads.address}`,
                ),
              ),
          ),
        ),
      )
      .orderBy(asc(uploads.uploaded_at))
      .limit(1)
      .for('update', { skipLocked: true })
    if (!orphan) return 0
    await pictures.remove(orphan.address)
    await tx.delete(uploads).where(eq(uploads.address, orphan.address))
    return 1
  })
}
