import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { type Actor, moverOf } from '../../accounts/actor.ts'
import { campusDate } from '../../clock.ts'
import type { Deps } from '../../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { readSetting } from '../../settings/read-setting.ts'
import type { hours_form } from '../forms.ts'
import { recordDeed } from '../kitchen-history.ts'
import { lockOwnVendor, type Vendor } from '../own-vendor.ts'
import { vendors } from '../tables.ts'
import { takesOrders } from './availability.ts'
import { checkHours, type WrongHours } from './check-hours.ts'
import { describeWeek } from './opening-hours.ts'
import { SERVICE_HOURS } from './service-hours.ts'
import { hoursText, hoursVersion, type StaleService, staleSince } from './shown-service.ts'

export type HoursRefusal = Refused<'not_found', undefined> | StaleService | WrongHours

/**
 * Sets when the acting vendor is open: per weekday, and on single dates. Stays editable after the registration is
 * locked (docs/product.md#opening-hours). Drops dates that have passed and updates the text that customers read. A form
 * that was shown with other hours (`version`, a `hoursVersion`) is refused as `stale`, unless they are as wanted by
 * now.
 */
export async function changeHours(
  { db, clock }: Deps,
  actor: Actor,
  input: z.input<typeof hours_form>,
  version?: string,
): Promise<Accepted<undefined> | HoursRefusal> {
  const checked = checkHours(input, campusDate(clock.now()))
  if (!checked.ok) return checked
  const { week_hours, hours_exceptions } = checked.value
  return db.transaction(async (tx) => {
    const vendor = await lockOwnVendor(tx, actor, 'run_kitchen')
    if (!vendor) return refused('not_found')
    const [before, after] = [hoursVersion(vendor), hoursVersion(checked.value)]
    const stale = staleSince(version, { version: before, words: hoursText(vendor) }, after)
    if (stale) return stale
    const opening_hours = describeWeek(week_hours) || 'Closed'
    const now = clock.now()
    const service = await readSetting(tx, SERVICE_HOURS)
    const isOpen = (hours: Pick<Vendor, 'week_hours' | 'hours_exceptions'>) =>
      takesOrders({ ...vendor, ...hours }, service, now).open
    // Whoever opens by other hours has as long as by a button before their silence counts (decision 133).
    const opens = !isOpen(vendor) && isOpen({ week_hours, hours_exceptions })
    await tx
      .update(vendors)
      .set({ week_hours, hours_exceptions, opening_hours, ...(opens && { opened_at: now }) })
      .where(eq(vendors.user_id, vendor.user_id))
    const line = { did: 'hours_changed', before: vendor.opening_hours, after: opening_hours } as const
    if (before !== after) await recordDeed(tx, vendor.user_id, moverOf(actor), line, now)
    return accepted(undefined)
  })
}
