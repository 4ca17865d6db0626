import { and, eq, gt } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { isHeardSince } from '../../catalog/heard.ts'
import { UNTIL_CHANGED } from '../../catalog/hours/availability.ts'
import { pausedBecause } from '../../catalog/hours/change-service.ts'
import { SERVICE_HOURS } from '../../catalog/hours/service-hours.ts'
import { recordDeed } from '../../catalog/kitchen-history.ts'
import { lockVendor, type Vendor } from '../../catalog/own-vendor.ts'
import { vendors } from '../../catalog/tables.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { eachDue } from '../../lane.ts'
import { the_system } from '../../lifecycle.ts'
import { ESCALATION } from '../../settings/definitions.ts'
import { readSettings } from '../../settings/read-setting.ts'
import { settings } from '../../settings/tables.ts'
import { askDevices } from './ask-devices.ts'
import { hasBeenOpen, isKnownToBeMute, withoutScreenOrPush } from './unreached.ts'

/**
 * Pauses, until they open again, the kitchens that took orders for as many minutes as the setting says while nothing
 * reached them: no screen was seen, no device there showed what it was sent, and text messages are known not to arrive
 * (decision 133). Nobody is, where in these minutes nobody at all reached us, or our own hours were changed. Each and
 * the admins are told. Safe to repeat; a kitchen that opens again has as many minutes anew. Answers how many were
 * paused.
 */
export async function pauseUnreachedKitchens(deps: AnnouncingDeps): Promise<number> {
  const now = deps.clock.now()
  const [{ pause_when_silent_minutes: minutes }, service] = await readSettings(deps.db, [ESCALATION, SERVICE_HOURS])
  if (minutes === null) return 0
  const since = new Date(now.getTime() - minutes * 60_000)
  if (!(await isHeardSince(deps.db, since, now)) || (await ourHoursChanged(deps.db, since))) return 0
  await askDevices(deps, { minutes, service, now })
  const quiet = await withoutScreenOrPush(deps.db, since, now)
  return eachDue(
    quiet.filter((vendor) => hasBeenOpen(vendor, service, since, now)),
    async (vendor) => ((await isKnownToBeMute(deps.db, vendor, since)) ? pauseIfStill(vendor) : 0),
  )

  /** Looks again behind the kitchen's lock, so that whoever opened, or looked at the screen, meanwhile is in time. */
  function pauseIfStill({ user_id }: Vendor): Promise<number> {
    return deps.db.transaction(async (tx) => {
      await lockVendor(tx, user_id)
      const [vendor] = await withoutScreenOrPush(tx, since, now, eq(vendors.user_id, user_id))
      if (!vendor || !hasBeenOpen(vendor, service, since, now)) return 0
      await tx
        .update(vendors)
        .set({ ...pausedBecause('silence'), paused_until: UNTIL_CHANGED, paused_by: null })
        .where(eq(vendors.user_id, user_id))
      const line = { did: 'paused', after: 'as neither its screen nor its phone could be reached' } as const
      await recordDeed(tx, user_id, the_system, line, now)
      await deps.announce(tx, { kind: 'kitchen_paused', vendor, lapses: null }, now)
      return 1
    })
  }
}

/** Whether the marketplace's hours, by which kitchens are judged to have been open, are younger than that. */
async function ourHoursChanged(db: Db, since: Date): Promise<boolean> {
  return (await db.$count(settings, and(eq(settings.key, SERVICE_HOURS.key), gt(settings.updated_at, since)))) > 0
}
