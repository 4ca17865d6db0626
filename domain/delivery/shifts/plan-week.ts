import { and, asc, count, eq, gt, gte, inArray, lt, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import { may } from '../../admin-roles.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { movePlace } from './move-place.ts'
import { type ShiftField, shift_form, week_day } from './shift-form.ts'
import { shift_places, shifts } from './tables.ts'
import { daysAfter, mondayOf, weekBounds } from './week.ts'

type Hours = { begins_at: Date; ends_at: Date }
export type PlanShiftRefusal =
  | Refused<'not_found' | 'over', undefined>
  | Refused<'fields', Partial<Record<ShiftField, string>>>

/**
 * An admin plans the same hours on one or more days, each with so many places, which riders do not see yet. Hours that
 * they planned with as many places since `newest_seen`, the highest number of a shift that the form was shown with, are
 * not planned again, so a second press adds nothing, also after a lost answer; without it all are new. Refuses fields
 * that make no sense, and hours that are over.
 */
export async function planShifts(
  deps: AnnouncingDeps,
  actor: Actor,
  form: z.input<typeof shift_form>,
  newest_seen = Number.MAX_SAFE_INTEGER,
): Promise<Accepted<{ shift_ids: number[] }> | PlanShiftRefusal> {
  if (!may(actor, 'run_orders')) return refused('not_found')
  const read = shift_form.safeParse(form)
  if (!read.success) {
    const errors: Partial<Record<ShiftField, string>> = {}
    for (const issue of read.error.issues) errors[issue.path[0] as ShiftField] ??= issue.message
    return refused('fields', errors)
  }
  const now = deps.clock.now()
  const { hours, places } = read.data
  if (hours.some(({ ends_at }) => ends_at <= now)) return refused('over')
  return deps.db.transaction(async (tx) => {
    // Two presses at once take turns.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`plan shifts ${actor.user_id}`}, 0))`)
    const before = await plannedSince(tx, actor, newest_seen, { hours, places })
    const known = new Set(before.map(hoursKey))
    const planned = hours.filter((one) => !known.has(hoursKey(one))).map((one) => ({ ...one, places }))
    const ids_before = before.map(({ id }) => id)
    const [first] = planned
    if (!first) return accepted({ shift_ids: ids_before })
    const added_ids = await insertShifts(tx, actor, planned, now)
    await recordAudit(tx, {
      actor,
      action: 'shift_planned',
      subject: `shift:${added_ids[0]}`,
      after: { begins_at: first.begins_at, ends_at: first.ends_at, places, days: planned.length },
      now,
    })
    return accepted({ shift_ids: [...ids_before, ...added_ids] })
  })
}

/**
 * An admin plans for the week of `day` what was planned for the week before, without what was called off. What the week
 * has already, hour for hour and also if it was called off, is not planned again, so a second press adds nothing; nor
 * is what is over. Refused where nothing is left to copy.
 */
export async function copyWeek(
  deps: AnnouncingDeps,
  actor: Actor,
  day: string,
): Promise<Accepted<{ copied: number }> | Refused<'not_found' | 'nothing_to_copy', undefined>> {
  const monday = mondayFor(actor, day)
  if (!monday) return refused('not_found')
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    // Two who press at once take turns.
    await tx
      .select({ id: shifts.id })
      .from(shifts)
      .where(inWeek(daysAfter(monday, -7)))
      .for('no key update')
    const before = await plannedIn(tx, daysAfter(monday, -7))
    const there = await tx.select().from(shifts).where(inWeek(monday))
    const known = new Set(there.map(hoursKey))
    const copies = before
      .map(({ begins_at, ends_at, places }) => ({
        begins_at: weekLater(begins_at),
        ends_at: weekLater(ends_at),
        places,
      }))
      .filter((one) => !known.has(hoursKey(one)) && one.ends_at > now)
    if (copies.length === 0) return refused('nothing_to_copy')
    await insertShifts(tx, actor, copies, now)
    const after = { copied: copies.length }
    await recordAudit(tx, { actor, action: 'shifts_copied', subject: `shifts:${monday}`, after, now })
    return accepted(after)
  })
}

/**
 * An admin offers to riders what is planned in the week of `day`; they are told once. Refused where nothing is planned
 * that is still to come.
 */
export async function publishWeek(
  deps: AnnouncingDeps,
  actor: Actor,
  day: string,
): Promise<Accepted<{ published: number }> | Refused<'not_found' | 'nothing_planned', undefined>> {
  const monday = mondayFor(actor, day)
  if (!monday) return refused('not_found')
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const planned = await tx
      .select({ id: shift_places.id, ends_at: shifts.ends_at })
      .from(shift_places)
      .innerJoin(shifts, eq(shifts.id, shift_places.shift_id))
      .where(and(inWeek(monday), eq(shift_places.status, 'Planned')))
      .orderBy(asc(shift_places.id))
    let published = 0
    for (const { id, ends_at } of planned) {
      if (ends_at <= now) continue
      const moved = await movePlace(tx, deps.announce, { place_id: id, verb: 'publish', by: actor, now })
      if (moved.ok) published++
    }
    if (published === 0) return refused('nothing_planned')
    const after = { published }
    await recordAudit(tx, { actor, action: 'shifts_published', subject: `shifts:${monday}`, after, now })
    await deps.announce(tx, { kind: 'shifts_opened', monday }, now)
    return accepted(after)
  })
}

/** The Monday of the week, for an admin who may plan it; null for everybody else, and where it is no day. */
function mondayFor(actor: Actor, day: string): string | null {
  const read = week_day.safeParse(day)
  return may(actor, 'run_orders') && read.success ? mondayOf(read.data) : null
}

const inWeek = (monday: string) => {
  const { from, until } = weekBounds(monday)
  return and(gte(shifts.begins_at, from), lt(shifts.begins_at, until))
}

/** What is planned in a week, with its places that were not called off. */
async function plannedIn(tx: Tx, monday: string) {
  const rows = await tx
    .select({ begins_at: shifts.begins_at, ends_at: shifts.ends_at, places: count() })
    .from(shifts)
    .innerJoin(shift_places, eq(shift_places.shift_id, shifts.id))
    .where(and(inWeek(monday), ne(shift_places.status, 'Called off')))
    .groupBy(shifts.id)
    .orderBy(asc(shifts.begins_at), asc(shifts.id))
  return rows
}

/** Of these hours, what this admin planned with as many places after the shift `newest_seen`, also if called off. */
function plannedSince(
  tx: Tx,
  actor: Actor,
  newest_seen: number,
  { hours, places }: { hours: readonly Hours[]; places: number },
) {
  const days = hours.map(({ begins_at }) => begins_at)
  const { id, begins_at, ends_at, planned_by } = shifts
  return tx
    .select({ id, begins_at, ends_at })
    .from(shifts)
    .innerJoin(shift_places, eq(shift_places.shift_id, id))
    .where(and(gt(id, newest_seen), eq(planned_by, actor.user_id), inArray(begins_at, days)))
    .groupBy(id)
    .having(eq(count(), places))
    .orderBy(asc(id))
}

async function insertShifts(tx: Tx, actor: Actor, list: readonly (Hours & { places: number })[], now: Date) {
  const made = await tx
    .insert(shifts)
    .values(list.map(({ begins_at, ends_at }) => ({ begins_at, ends_at, planned_by: actor.user_id, planned_at: now })))
    .returning({ id: shifts.id })
  const places = made.flatMap(({ id }, index) =>
    Array.from({ length: list[index]?.places ?? 0 }, () => ({ shift_id: id })),
  )
  await tx.insert(shift_places).values(places)
  return made.map(({ id }) => id)
}

const hoursKey = ({ begins_at, ends_at }: Hours) => `${begins_at.getTime()} ${ends_at.getTime()}`
const weekLater = (instant: Date) => new Date(instant.getTime() + 7 * 24 * 60 * 60 * 1000)
