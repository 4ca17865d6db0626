import { and, eq, gt } from 'drizzle-orm'
import type { ServiceHours } from '../../catalog/hours/service-hours.ts'
import type { Deps } from '../../events.ts'
import { notifyUsers } from '../bell/bell.ts'
import { notifications } from '../tables.ts'
import { hasBeenOpen, isKnownToBeMute, withUnknownDevice } from './unreached.ts'

const STILL_THERE_NOTICE =
  'Nothing of your kitchen has been open for a while, and our text messages do not arrive. Please open the board, or ' +
  'pause.'

/**
 * Half of the set minutes before a kitchen would be paused, its devices are asked, so that their silence is known:
 * where no screen was seen for so long, text messages do not arrive, and a device was sent nothing that it could have
 * shown. Once in so long; a device that shows it keeps its kitchen open (decision 173).
 */
export async function askDevices(
  { db }: Pick<Deps, 'db'>,
  { minutes, service, now }: { minutes: number; service: ServiceHours; now: Date },
): Promise<void> {
  const since = new Date(now.getTime() - (minutes / 2) * 60_000)
  for (const vendor of await withUnknownDevice(db, since, now)) {
    if (!hasBeenOpen(vendor, service, since, now) || !(await isKnownToBeMute(db, vendor, since))) continue
    const { user_id } = vendor
    const asked = and(eq(notifications.user_id, user_id), eq(notifications.kind, 'still_there'))
    await db.transaction(async (tx) => {
      if ((await tx.$count(notifications, and(asked, gt(notifications.created_at, since)))) > 0) return
      await notifyUsers(tx, [{ user_id, kind: 'still_there', text: STILL_THERE_NOTICE }], now)
    })
  }
}
