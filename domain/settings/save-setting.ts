import { eq } from 'drizzle-orm'
import { type Acting, may } from '../admin-roles.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Deps } from '../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { versionOf } from './read-setting.ts'
import type { Setting, Stored, WrongField } from './setting.ts'
import { settings } from './tables.ts'

export type SaveRefusal = Refused<'not_found' | 'stale', undefined> | WrongField

/**
 * Saves what an admin typed for a setting, with the old value in the audit log. Refuses everybody but admins with the
 * right to it, invalid values, naming the field, and a form that was opened before somebody else saved (`version`): the
 * later one is told and sees the present value. Saving the same value again changes nothing.
 */
export async function saveSetting<Value extends Stored, Typed>(
  deps: Deps,
  actor: Acting,
  setting: Setting<Value, Typed>,
  save: { typed: Typed; version: string },
): Promise<Accepted<undefined> | SaveRefusal> {
  if (!may(actor, setting.right ?? 'change_terms')) return refused('not_found')
  const { key } = setting
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const [before] = await tx.select().from(settings).where(eq(settings.key, key)).for('no key update')
    const checked = setting.check(save.typed, { stored: before?.value, now })
    if (!checked.ok) return checked
    const { value } = checked
    if (isSame(before?.value, value)) return accepted(undefined)
    if (versionOf(before) !== save.version) return refused('stale')
    const row = { key, value, updated_at: now }
    const written = before
      ? await tx.update(settings).set(row).where(eq(settings.key, key)).returning({ key: settings.key })
      : await tx.insert(settings).values(row).onConflictDoNothing().returning({ key: settings.key })
    if (written.length === 0) return refused('stale')
    await recordAudit(tx, {
      actor,
      action: 'setting_saved',
      subject: `setting:${key}`,
      before: (before?.value as Stored | undefined) ?? {},
      after: value,
      now,
    })
    return accepted(undefined)
  })
}

/** Whether both are equal, whatever the order of their keys. */
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
