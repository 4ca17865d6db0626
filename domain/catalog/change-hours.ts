import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '../../db/open.ts'
import type { Actor } from '../accounts/actor.ts'
import { type Clock, campusDate } from '../clock.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { hours_form } from './forms.ts'
import { describeWeek, type OpenStretch } from './opening-hours.ts'
import { lockOwnVendor } from './own-vendor.ts'
import { vendors } from './tables.ts'

export type HoursRefusal =
  | Refused<'not_found', undefined>
  /** In words, naming the day. */
  | Refused<'hours', string>

const day_names = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/**
 * Sets when the kitchen of the vendor who acts is open: per weekday, and on single dates. Stays editable after the
 * registration is locked (reading-the-spec). Dates that have passed are forgotten; the words customers read follow.
 */
export async function changeHours(
  { db, clock }: { db: Db; clock: Clock },
  actor: Actor,
  input: z.input<typeof hours_form>,
): Promise<Accepted<undefined> | HoursRefusal> {
  const parsed = hours_form.safeParse(input)
  if (!parsed.success) return refused('hours', parsed.error.issues[0]?.message ?? 'Please check the hours.')
  const { week_hours, hours_exceptions } = parsed.data
  for (const [day, stretches] of week_hours.entries()) {
    if (overlap(stretches)) return refused('hours', `The times of ${day_names[day]} overlap.`)
  }
  const dates = hours_exceptions.map(({ date }) => date)
  if (new Set(dates).size < dates.length) return refused('hours', 'A date stands there twice.')
  const today = campusDate(clock.now())
  const coming = hours_exceptions.filter(({ date }) => date >= today)
  for (const { date, stretches } of coming) {
    if (overlap(stretches)) return refused('hours', `The times of ${date} overlap.`)
  }
  return db.transaction(async (tx) => {
    if (!(await lockOwnVendor(tx, actor))) return refused('not_found')
    await tx
      .update(vendors)
      .set({
        week_hours,
        hours_exceptions: coming.sort((one, other) => one.date.localeCompare(other.date)),
        opening_hours: describeWeek(week_hours) || 'Closed',
      })
      .where(eq(vendors.user_id, actor.user_id))
    return accepted(undefined)
  })
}

/** Stretches of one day, as they were typed; one that ends at or before its start ends after midnight. */
function overlap(stretches: readonly OpenStretch[]): boolean {
  const ordered = [...stretches].sort((one, other) => one.opens.localeCompare(other.opens))
  return ordered.some((stretch, index) => {
    const next = ordered[index + 1]
    return next !== undefined && (stretch.closes <= stretch.opens || stretch.closes > next.opens)
  })
}
