import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../db/handle.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Clock } from '../clock.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { DELIVERY_SETTINGS } from '../settings/definitions.ts'
import { degrees, firstWrong, whole } from '../settings/figures.ts'
import { readSetting } from '../settings/read-setting.ts'
import type { SettingsActor } from '../settings/save-setting.ts'
import type { WrongField } from '../settings/setting.ts'
import { inServiceArea } from './delivery-fee.ts'
import { landmarks } from './tables.ts'

export type LandmarkRefusal = Refused<'not_found' | 'stale' | 'name_taken' | 'outside', undefined> | WrongField

/** A landmark as an admin types it. Its name cannot change later, because vendors and customers have chosen it. */
const landmark_form = z.object({
  name: z.string().trim().min(3, 'Please enter a name.').max(60, 'Please use at most 60 characters.'),
  latitude: degrees(90),
  longitude: degrees(180),
  verified: z.string().optional().transform(Boolean),
  position: whole('Please write a whole number, like 1.', 0, 999),
})

type Landmark = typeof landmarks.$inferSelect

/** The landmark's state when its form was shown, to notice that another admin changed it meanwhile. */
export const landmarkVersion = ({ latitude, longitude, verified, position }: Omit<Landmark, 'name'>): string =>
  [latitude, longitude, verified, position].join(' ')

/**
 * An admin corrects a landmark's place, order, and whether it was checked on site, or adds one (`version` null). The
 * next quote measures from there. Refuses invalid fields, a point outside the service area, an existing name for a new
 * landmark, and a form that is out of date.
 */
export async function saveLandmark(
  deps: { db: Db; clock: Clock },
  actor: SettingsActor,
  input: { fields: Readonly<Record<string, string>>; version: string | null },
): Promise<Accepted<{ name: string }> | LandmarkRefusal> {
  if (actor.role !== 'admin') return refused('not_found')
  const form = landmark_form.safeParse(input.fields)
  if (!form.success) return refused('field', firstWrong(form.error))
  const { name, ...place } = form.data
  if (!inServiceArea(place, await readSetting(deps.db, DELIVERY_SETTINGS))) return refused('outside')
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const [before] = await tx.select().from(landmarks).where(eq(landmarks.name, name)).for('no key update')
    if (input.version === null) {
      if (before) return refused('name_taken')
      const added = await tx.insert(landmarks).values(form.data).onConflictDoNothing().returning()
      if (added.length === 0) return refused('name_taken')
    } else {
      if (!before) return refused('not_found')
      if (landmarkVersion(before) === landmarkVersion(place)) return accepted({ name })
      if (landmarkVersion(before) !== input.version) return refused('stale')
      await tx.update(landmarks).set(place).where(eq(landmarks.name, name))
    }
    await recordAudit(tx, {
      actor,
      action: before ? 'landmark_changed' : 'landmark_added',
      subject: `landmark:${name}`,
      ...(before ? { before: { ...before } } : {}),
      after: { ...place },
      now,
    })
    return accepted({ name })
  })
}

/** Every landmark with all its columns, in the order of the list. */
export function allLandmarks(db: Db): Promise<Landmark[]> {
  return db.select().from(landmarks).orderBy(landmarks.position, landmarks.name)
}
