import { isNull } from 'drizzle-orm'
import { z } from 'zod'
import type { PictureStore } from '../../adapters/files/picture-store.ts'
import { type Acting, may } from '../admin-roles.ts'
import type { Deps } from '../events.ts'
import { type Accepted, refused } from '../refusal.ts'
import { DELIVERY_SETTINGS } from '../settings/definitions.ts'
import { degrees, firstWrong } from '../settings/figures.ts'
import { readSetting } from '../settings/read-setting.ts'
import { type SaveRefusal, saveSetting } from '../settings/save-setting.ts'
import { CAMPUS_PLAN, cornersAround } from './campus-plan.ts'
import { inServiceArea } from './delivery-fee.ts'
import { places } from './tables.ts'

/**
 * An admin lays a stored picture beneath the map, around the campus, or in place of the one that lies there. Sent twice
 * it happens once. Refuses everybody else, a picture that is not there, and a form that is out of date.
 */
export async function layPlan(
  deps: Deps & { pictures: Pick<PictureStore, 'sizeOf'> },
  actor: Acting,
  { picture, version }: { picture: string; version: string },
): Promise<Accepted<undefined> | SaveRefusal> {
  if (!may(actor, 'change_campus')) return refused('not_found')
  const size = await deps.pictures.sizeOf(picture)
  if (!size) return refused('not_found')
  const { latitude, longitude, retired_at } = places
  const all = await deps.db.select({ latitude, longitude }).from(places).where(isNull(retired_at))
  const { campus } = await readSetting(deps.db, DELIVERY_SETTINGS)
  const around = cornersAround(all, campus, size)
  return saveSetting(deps, actor, CAMPUS_PLAN, { typed: { picture, ...size, around }, version })
}

/** A few steps: two corners that lie nearer were meant as one. */
const LEAST_DEGREES = 0.0002

const corners_form = z
  .object({ north: degrees(90), west: degrees(180), south: degrees(90), east: degrees(180) })
  .refine(({ north, south }) => north - south >= LEAST_DEGREES, {
    path: ['south'],
    message: 'The bottom right corner has to lie south of the top left one: a smaller latitude.',
  })
  .refine(({ west, east }) => east - west >= LEAST_DEGREES, {
    path: ['east'],
    message: 'The bottom right corner has to lie east of the top left one: a larger longitude.',
  })

/**
 * An admin places the plan by its top left and its bottom right corner. Refuses everybody else, corners the wrong way
 * round or outside the service area, where no plan lies, and a form that is out of date.
 */
export async function placePlan(
  deps: Deps,
  actor: Acting,
  { fields, version }: { fields: Readonly<Record<string, string>>; version: string },
): Promise<Accepted<undefined> | SaveRefusal> {
  if (!may(actor, 'change_campus')) return refused('not_found')
  const form = corners_form.safeParse(fields)
  if (!form.success) return refused('field', firstWrong(form.error))
  const { north, west, south, east } = form.data
  const north_west = { latitude: north, longitude: west }
  const south_east = { latitude: south, longitude: east }
  const delivery = await readSetting(deps.db, DELIVERY_SETTINGS)
  const said = 'This corner is farther from the campus than the service radius.'
  if (!inServiceArea(north_west, delivery)) return refused('field', { field: 'north', said })
  if (!inServiceArea(south_east, delivery)) return refused('field', { field: 'south', said })
  return saveSetting(deps, actor, CAMPUS_PLAN, { typed: { north_west, south_east }, version })
}

/** An admin takes the plan away; the clean-up deletes its picture. Refuses as `layPlan` does. */
export function removePlan(
  deps: Deps,
  actor: Acting,
  { version }: { version: string },
): Promise<Accepted<undefined> | SaveRefusal> {
  return saveSetting(deps, actor, CAMPUS_PLAN, { typed: { picture: null }, version })
}
