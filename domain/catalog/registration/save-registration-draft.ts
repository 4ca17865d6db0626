import type { Actor } from '../../accounts/actor.ts'
import type { Deps } from '../../events.ts'
import { readJson } from '../../plain-text.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { registration_form } from '../forms.ts'
import { keepDraft } from './keep-draft.ts'
import { isLocked, lockOrMakeVendor } from './own-profile.ts'

const LAST_STEP = 3

/**
 * Keeps what an owner typed, right or wrong, and the step they are on, so that a closed browser loses nothing. Only
 * what is sent changes, and of a form that says what it showed (`version`, the fields of `ownProfile`) only what was
 * typed. Refused once the registration is locked.
 */
export async function saveRegistrationDraft(
  { db, clock }: Deps,
  actor: Actor,
  draft: { step?: number; fields: Readonly<Record<string, string>> },
): Promise<Accepted<undefined> | Refused<'locked' | 'not_found', undefined>> {
  return db.transaction(async (tx) => {
    const vendor = await lockOrMakeVendor(tx, actor)
    if (!vendor) return refused('not_found')
    if (isLocked(vendor)) return refused('locked')
    const names = Object.keys(registration_form.shape)
    const shown = readJson(draft.fields['version'] ?? '') as Record<string, unknown> | undefined
    await keepDraft(tx, vendor.user_id, { ...draft, shown, names, last_step: LAST_STEP, now: clock.now() })
    return accepted(undefined)
  })
}
