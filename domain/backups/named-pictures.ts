import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { case_notes } from '../cases/tables.ts'
import { food, registration_drafts, uploads, vendors } from '../catalog/tables.ts'
import { claims } from '../claims/tables.ts'
import { deliveries, incidents, riders } from '../delivery/tables.ts'
import { CAMPUS_PLAN } from '../places/campus-plan.ts'
import { settings } from '../settings/tables.ts'

/** The files that have to be there for such an address: a picture's widths, of which older ones lack that of 720. */
export function filesOf(address: string): string[] {
  const file = address.replace(/^\/images\//, '')
  return [...new Set([file, file.replace('-640.', '-320.'), file.replace('-640.', '-960.')])]
}

/**
 * The address of every picture that a row shows or keeps: what a backup must hold. A draft says whatever somebody
 * sends, so of drafts only what its owner uploaded counts.
 */
export async function namedPictures(db: Db): Promise<string[]> {
  const drafted = sql<string>`${registration_drafts.fields}->>'profile_photo'`
  const named = await Promise.all([
    db.select({ address: vendors.profile_photo }).from(vendors).where(isNotNull(vendors.profile_photo)),
    db.select({ address: food.food_image }).from(food).where(isNotNull(food.food_image)),
    db.select({ address: riders.profile_photo }).from(riders).where(isNotNull(riders.profile_photo)),
    db.select({ address: deliveries.no_pin_photo }).from(deliveries).where(isNotNull(deliveries.no_pin_photo)),
    db.select({ address: incidents.photo }).from(incidents).where(isNotNull(incidents.photo)),
    db.select({ address: claims.photo }).from(claims).where(isNotNull(claims.photo)),
    db.select({ address: case_notes.photo }).from(case_notes).where(isNotNull(case_notes.photo)),
    db
      .select({ address: sql<string | null>`${settings.value}->>'picture'` })
      .from(settings)
      .where(eq(settings.key, CAMPUS_PLAN.key)),
    db
      .select({ address: uploads.address })
      .from(registration_drafts)
      .innerJoin(uploads, and(eq(uploads.user_id, registration_drafts.user_id), eq(uploads.address, drafted))),
  ])
  return [...new Set(named.flat().flatMap(({ address }) => address ?? []))]
}
