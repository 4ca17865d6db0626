import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../db/handle.ts'
import type { Acting } from '../admin-roles.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { DELIVERY_SETTINGS } from '../settings/definitions.ts'
import { settings } from '../settings/tables.ts'
import type { Point } from './distance.ts'
import { places } from './tables.ts'

/** Whether nobody has said yet where the campus is: there is no place, and no setting was saved. */
export async function isMiddleOpen(db: Db | Tx): Promise<boolean> {
  const [[place], [saved]] = await Promise.all([
    db.select({ id: places.id }).from(places).limit(1),
    db.select({ key: settings.key }).from(settings).where(eq(settings.key, DELIVERY_SETTINGS.key)),
  ])
  return !place && !saved
}

/** The first place of a campus is its middle, until an admin says otherwise in the settings. */
export async function setMiddle(tx: Tx, { latitude, longitude }: Point, actor: Acting, now: Date): Promise<void> {
  const { key } = DELIVERY_SETTINGS
  const value = { ...DELIVERY_SETTINGS.default, campus: { latitude, longitude } }
  const written = await tx
    .insert(settings)
    .values({ key, value, updated_at: now })
    .onConflictDoNothing()
    .returning({ key: settings.key })
  if (written.length === 0) return
  await recordAudit(tx, { actor, action: 'setting_saved', subject: `setting:${key}`, before: {}, after: value, now })
}
