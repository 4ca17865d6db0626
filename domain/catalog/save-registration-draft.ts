import { eq } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Clock } from '../clock.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { registration_form } from './forms.ts'
import { isLocked, lockOrMakeVendor } from './own-profile.ts'
import { registration_drafts } from './tables.ts'

const LAST_STEP = 3
const LONGEST_FIELD = 1000

/**
 * Keeps what an owner typed and the step they are on, right or wrong, so that a closed browser loses nothing. Only what
 * is sent changes. Refused once the registration is locked.
 */
export async function saveRegistrationDraft(
  { db, clock }: { db: Db; clock: Clock },
  actor: Actor,
  draft: { step?: number; fields: Readonly<Record<string, string>> },
): Promise<Accepted<undefined> | Refused<'locked' | 'not_found', undefined>> {
  return db.transaction(async (tx) => {
    const vendor = await lockOrMakeVendor(tx, actor)
    if (!vendor) return refused('not_found')
    if (isLocked(vendor)) return refused('locked')
    const known = Object.entries(draft.fields)
      .filter(([name]) => name in registration_form.shape)
      .map(([name, text]) => [name, text.slice(0, LONGEST_FIELD)] as const)
    const [before] = await tx
      .select()
      .from(registration_drafts)
      .where(eq(registration_drafts.user_id, actor.user_id))
    const wanted = draft.step ?? before?.step ?? 0
    const step = Math.min(Math.max(Math.trunc(wanted) || 0, 0), LAST_STEP)
    const row = {
      step,
      fields: { ...before?.fields, ...Object.fromEntries(known) },
      updated_at: clock.now(),
    }
    await tx
      .insert(registration_drafts)
      .values({ user_id: actor.user_id, ...row })
      .onConflictDoUpdate({ target: registration_drafts.user_id, set: row })
    return accepted(undefined)
  })
}
