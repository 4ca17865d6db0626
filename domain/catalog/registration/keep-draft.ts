import { eq } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import { registration_drafts } from '../tables.ts'

const LONGEST_FIELD = 1000

/**
 * Saves what somebody typed into a registration, vendor or rider, over what was typed before. Takes only fields of the
 * form (`names`) and cuts texts that are far too long. What is as the form showed it (`shown`), and was never typed, is
 * left out: it stays as it is saved, also where somebody saves it anew. The caller holds the lock and has checked who
 * it is.
 */
export async function keepDraft(
  tx: Tx,
  user_id: string,
  draft: {
    step?: number
    fields: Readonly<Record<string, string>>
    shown?: Readonly<Record<string, unknown>> | undefined
    names: readonly string[]
    last_step: number
    now: Date
  },
): Promise<void> {
  const [before] = await tx.select().from(registration_drafts).where(eq(registration_drafts.user_id, user_id))
  const isLeftAlone = (name: string, text: string) => draft.shown?.[name] === text && before?.fields[name] === undefined
  const known = Object.entries(draft.fields)
    .filter(([name, text]) => draft.names.includes(name) && !isLeftAlone(name, text))
    .map(([name, text]) => [name, text.slice(0, LONGEST_FIELD)] as const)
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
