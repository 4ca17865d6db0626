import type { Actor } from '../../accounts/actor.ts'
import { keepDraft } from '../../catalog/registration/keep-draft.ts'
import type { Deps } from '../../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { rider_registration_form, rider_registration_steps } from '../forms.ts'
import { lockOwnRider } from './own-rider.ts'

/**
 * Keeps what a rider typed into the registration and the step they are on, right or wrong. Only what is sent changes.
 * Refused once the registration was sent in.
 */
export async function saveRiderDraft(
  { db, clock }: Deps,
  actor: Actor,
  draft: { step?: number; fields: Readonly<Record<string, string>> },
): Promise<Accepted<undefined> | Refused<'locked' | 'not_found', undefined>> {
  return db.transaction(async (tx) => {
    const rider = await lockOwnRider(tx, actor)
    if (!rider) return refused('not_found')
    if (rider.submitted_at) return refused('locked')
    const names = Object.keys(rider_registration_form.shape)
    const last_step = rider_registration_steps.length
    await keepDraft(tx, actor.user_id, { ...draft, names, last_step, now: clock.now() })
    return accepted(undefined)
  })
}
