import { eq } from 'drizzle-orm'
import { UNTIL_CHANGED } from '../../catalog/availability.ts'
import { lockVendor, type Vendor } from '../../catalog/own-vendor.ts'
import { SERVICE_HOURS } from '../../catalog/service-hours.ts'
import { vendors } from '../../catalog/tables.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { eachDue } from '../../lane.ts'
import { ESCALATION } from '../../settings/definitions.ts'
import { readSettings } from '../../settings/read-setting.ts'
import { hasBeenOpen, isKnownToBeMute, withoutScreenOrPush } from './unreached.ts'

/**
 * Pauses, until they open again, the kitchens that took orders for as many minutes as the setting says while nothing
 * reached them: no screen was seen, nobody there has a device that rings, and text messages are known not to arrive
 * (decision 133). Each and the admins are told. Safe to repeat; a kitchen that opens again has as many minutes anew.
 * Answers how many were paused.
 */
export async function pauseUnreachedKitchens(deps: AnnouncingDeps): Promise<number> {
  const now = deps.clock.now()
  const [{ pause_when_silent_minutes: minutes }, service] = await readSettings(deps.db, [ESCALATION, SERVICE_HOURS])
  if (minutes === null) return 0
  const since = new Date(now.getTime() - minutes * 60_000)
  const quiet = await withoutScreenOrPush(deps.db, since)
  return eachDue(
    quiet.filter((vendor) => hasBeenOpen(vendor, service, since, now)),
    async (vendor) => ((await isKnownToBeMute(deps.db, vendor, since)) ? pauseIfStill(vendor) : 0),
  )

  /** Looks again behind the kitchen's lock, so that whoever opened, or looked at the screen, meanwhile is in time. */
  function pauseIfStill({ user_id }: Vendor): Promise<number> {
    return deps.db.transaction(async (tx) => {
      await lockVendor(tx, user_id)
      const [vendor] = await withoutScreenOrPush(tx, since, eq(vendors.user_id, user_id))
      if (!vendor || !hasBeenOpen(vendor, service, since, now)) return 0
      await tx
        .update(vendors)
        .set({ paused_until: UNTIL_CHANGED, paused_for_lapses: false, paused_for_silence: true, paused_by: null })
        .where(eq(vendors.user_id, user_id))
      await deps.announce(tx, { kind: 'kitchen_paused', vendor, lapses: null }, now)
      return 1
    })
  }
}
