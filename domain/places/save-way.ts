import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '../../db/handle.ts'
import { type Acting, may } from '../admin-roles.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Deps } from '../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { firstWrong, whole } from '../settings/figures.ts'
import type { WrongField } from '../settings/setting.ts'
import { lockCampus } from './lock-campus.ts'
import { places, ways } from './tables.ts'

export type WayRow = typeof ways.$inferSelect
export type WayRefusal = Refused<'not_found' | 'stale' | 'way_taken', undefined> | WrongField

export const WRONG_MINUTES = 'Between 1 and 120 minutes.'
export const ONE_HOUR_MISSING = 'Please give both hours, or none.'
export const SAME_HOURS = 'The same hour twice closes nothing. Leave both empty for a way that is always open.'

const minutes = whole('Please write whole minutes, like 4.', 1, 120, WRONG_MINUTES)
const hour = z
  .string()
  .trim()
  .regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, 'Please write the hour like 22:00.')
  .transform((text) => text || null)

const way_form = z
  .object({
    walk_minutes: minutes,
    ride_minutes: z.union([z.literal('').transform(() => null), minutes]),
    closed_from: hour,
    closed_until: hour,
  })
  .superRefine(({ closed_from, closed_until }, { addIssue }) => {
    if ((closed_from === null) !== (closed_until === null)) {
      addIssue({ code: 'custom', path: [closed_from ? 'closed_until' : 'closed_from'], message: ONE_HOUR_MISSING })
    } else if (closed_from !== null && closed_from === closed_until) {
      addIssue({ code: 'custom', path: ['closed_until'], message: SAME_HOURS })
    }
  })

type WayValues = Pick<WayRow, 'walk_minutes' | 'ride_minutes' | 'closed_from' | 'closed_until'>

/** What of a way an admin can type, also of a whole row. */
export function wayValues({ walk_minutes, ride_minutes, closed_from, closed_until }: WayValues): WayValues {
  return { walk_minutes, ride_minutes, closed_from, closed_until }
}

/** The way's state when its form was shown, to notice that another admin changed it meanwhile. */
export function wayVersion(way: WayValues): string {
  return JSON.stringify(Object.values(wayValues(way)))
}

/**
 * An admin adds a way between two places (`way_id` null), also one that was retired, or changes one; the next quote
 * goes by it. Sent twice it happens once. Refuses everybody else, minutes outside 1 to 120, one closing hour without
 * the other, a way to a place that is unknown or retired or to itself, a pair that has a way, and a form that is out of
 * date.
 */
export async function saveWay(
  deps: Deps,
  actor: Acting,
  save: { way_id: number | null; fields: Readonly<Record<string, string>>; version: string },
): Promise<Accepted<{ way_id: number }> | WayRefusal> {
  if (!may(actor, 'change_campus')) return refused('not_found')
  const form = way_form.safeParse(save.fields)
  if (!form.success) return refused('field', firstWrong(form.error))
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    await lockCampus(tx)
    return save.way_id === null
      ? addWay(tx, actor, { values: form.data, fields: save.fields, now })
      : changeWay(tx, actor, { values: form.data, way_id: save.way_id, version: save.version, now })
  })
}

type Fields = Readonly<Record<string, string>>
type NewWay = { values: WayValues; fields: Fields; now: Date }

async function addWay(tx: Tx, actor: Acting, { values, fields, now }: NewWay) {
  const ends = await endsOf(tx, fields)
  if (!ends.ok) return ends
  const pair = ends.value
  const [before] = await tx
    .select()
    .from(ways)
    .where(and(eq(ways.from_place_id, pair.from_place_id), eq(ways.to_place_id, pair.to_place_id)))
  if (before && !before.retired_at) {
    return wayVersion(before) === wayVersion(values) ? accepted({ way_id: before.id }) : refused('way_taken')
  }
  const row = { ...pair, ...values, closed_at: null, retired_at: null }
  const [added] = before
    ? await tx.update(ways).set(row).where(eq(ways.id, before.id)).returning({ id: ways.id })
    : await tx.insert(ways).values(row).returning({ id: ways.id })
  if (!added) throw new Error('A way was not added')
  await recordAudit(tx, { actor, action: 'way_added', subject: `way:${added.id}`, after: values, now })
  return accepted({ way_id: added.id })
}

/** The two places of a new way, the smaller id first. */
async function endsOf(tx: Tx, fields: Fields) {
  const ids: number[] = []
  for (const field of ['from', 'to'] as const) {
    const id = /^\d{1,9}$/.test(fields[field] ?? '') ? Number(fields[field]) : null
    const [place] = id !== null ? await tx.select().from(places).where(eq(places.id, id)) : []
    if (id === null || !place || place.retired_at) {
      return refused('field', { field, said: 'Please choose one of the places of this campus.' })
    }
    ids.push(id)
  }
  const [one = 0, other = 0] = ids.toSorted((left, right) => left - right)
  if (one === other) return refused('field', { field: 'to', said: 'A way leads to another place.' })
  return accepted({ from_place_id: one, to_place_id: other })
}

type ChangedWay = { values: WayValues; way_id: number; version: string; now: Date }

async function changeWay(tx: Tx, actor: Acting, { values, way_id, version, now }: ChangedWay) {
  const [before] = await tx.select().from(ways).where(eq(ways.id, way_id))
  if (!before || before.retired_at) return refused('not_found')
  if (wayVersion(before) === wayVersion(values)) return accepted({ way_id })
  if (wayVersion(before) !== version) return refused('stale')
  await tx.update(ways).set(values).where(eq(ways.id, way_id))
  await recordAudit(tx, {
    actor,
    action: 'way_changed',
    subject: `way:${way_id}`,
    before: wayValues(before),
    after: values,
    now,
  })
  return accepted({ way_id })
}
