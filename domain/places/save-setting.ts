import { eq, inArray } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Clock } from '../clock.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { settings } from './tables.ts'

/** Who saves, as far as this rung of the ladder knows people. */
export type SettingsActor = { user_id: string; role: string; email: string }
export type SaveRefusal = Refused<'not_found' | 'stale', undefined>

/** What a form about a setting carries along: when the setting that it shows was saved, empty for never. */
export const versionOf = (updated_at: Date | null | undefined): string => updated_at?.toISOString() ?? ''

/** A setting as it was saved, null for never, and the version that a form about it carries along. */
export async function savedSetting(db: Db | Tx, key: string): Promise<{ value: unknown; version: string }> {
  const [row] = await db.select().from(settings).where(eq(settings.key, key))
  return { value: row?.value ?? null, version: versionOf(row?.updated_at) }
}

/** The values of several settings, read at once; undefined for what was never saved. */
export async function savedValues<Key extends string>(
  db: Db | Tx,
  ...keys: Key[]
): Promise<Readonly<Partial<Record<Key, unknown>>>> {
  const rows = await db.select().from(settings).where(inArray(settings.key, keys))
  return Object.fromEntries(rows.map(({ key, value }) => [key, value])) as Partial<Record<Key, unknown>>
}

/**
 * Saves a setting with what it was before in the audit log. Refuses everybody but an admin, and a form that was filled in
 * before somebody else saved (`version`): the later one is told and sees what stands there now. The same value saved again
 * changes nothing.
 */
export async function saveSetting(
  deps: { db: Db; clock: Clock },
  actor: SettingsActor,
  save: { key: string; value: Readonly<Record<string, unknown>>; version: string },
): Promise<Accepted<undefined> | SaveRefusal> {
  if (actor.role !== 'admin') return refused('not_found')
  const { key, value, version } = save
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const [before] = await tx.select().from(settings).where(eq(settings.key, key)).for('no key update')
    if (versionOf(before?.updated_at) !== version) {
      return isSame(before?.value, value) ? accepted(undefined) : refused('stale')
    }
    if (isSame(before?.value, value)) return accepted(undefined)
    const written = before
      ? await tx
          .update(settings)
          .set({ value, updated_at: now })
          .where(eq(settings.key, key))
          .returning({ key: settings.key })
      : await tx
          .insert(settings)
          .values({ key, value, updated_at: now })
          .onConflictDoNothing()
          .returning({ key: settings.key })
    if (written.length === 0) return refused('stale')
    await recordAudit(tx, {
      actor,
      action: 'setting_saved',
      subject: `setting:${key}`,
      before: (before?.value as Readonly<Record<string, unknown>> | undefined) ?? {},
      after: value,
      now,
    })
    return accepted(undefined)
  })
}

/** Whether both say the same, in whatever order their parts stand. */
function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(sorted(left)) === JSON.stringify(sorted(right))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, part]) => [name, sorted(part)]),
  )
}
