import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Actor } from '../accounts/actor.ts'
import { campusDate } from '../clock.ts'
import type { Deps } from '../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { checkHours, type WrongHours } from './check-hours.ts'
import type { hours_form } from './forms.ts'
import { describeWeek } from './opening-hours.ts'
import { lockOwnVendor } from './own-vendor.ts'
import { vendors } from './tables.ts'

export type HoursRefusal = Refused<'not_found', undefined> | WrongHours

/**
 * Sets when the acting vendor is open: per weekday, and on single dates. Stays editable after the registration is
 * locked (docs/product.md#opening-hours). Drops dates that have passed and updates the text that customers read.
 */
export async function changeHours(
  { db, clock }: Deps,
  actor: Actor,
  input: z.input<typeof hours_form>,
): Promise<Accepted<undefined> | HoursRefusal> {
  const checked = checkHours(input, campusDate(clock.now()))
  if (!checked.ok) return checked
  const { week_hours, hours_exceptions } = checked.value
  return db.transaction(async (tx) => {
    const vendor = await lockOwnVendor(tx, actor, 'run_kitchen')
    if (!vendor) return refused('not_found')
    await tx
      .update(vendors)
      .set({ week_hours, hours_exceptions, opening_hours: describeWeek(week_hours) || 'Closed' })
      .where(eq(vendors.user_id, vendor.user_id))
    return accepted(undefined)
  })
}
