import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/handle.ts'
import { registration_drafts } from './tables.ts'

const LONGEST_FIELD = 1000

/**
 * Saves what somebody typed into a registration, vendor or rider, over what was typed before. Takes only fields of the
 * form (`names`) and cuts texts that are far too long. The caller holds the lock and has checked who it is.
 */
export async function keepDraft(
  tx: Tx,
  user_id: string,
  draft: {
    step?: number
    fields: Readonly<Record<string, string>>
    names: readonly string[]
    last_step: number
    now: Date
  },
): Promise<void> {
  const known = Object.entries(draft.fields)
    .filter(([name]) => draft.names.includes(name))
    .map(([name, text]) => [name, text.slice(0, LONGEST_FIELD)] as const)
  const [before] = await tx.select().from(registration_drafts).where(eq(registration_drafts.user_id, user_id))
  const wanted = draft.step ?? before?.step ?? 0
  const row = {
    step: Math.min(Math.max(Math.trunc(wanted) || 0, 0), draft.last_step),
    fields: { ...before?.fields, ...Object.fromEntries(known) },
    updated_at: draft.now,
  }
  await tx
    .insert(registration_drafts)
    .values({ user_id, ...row })
    .onConflictDoUpdate({ target: registration_drafts.user_id, set: row })
}
