import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { BankDirectory } from '../../../adapters/banks/bank-directory.ts'
import type { Db } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import { nameAccount } from '../../accounts/name-account.ts'
import type { NameRefusal } from '../../catalog/bank-account/name-bank-account.ts'
import { changesAccount, verifyBankAccount } from '../../catalog/bank-account/verify-bank-account.ts'
import { firstIssues } from '../../catalog/forms.ts'
import { mayShow } from '../../catalog/own-vendor.ts'
import { NO_SUCH_LANDMARK, NO_SUCH_PHONE } from '../../catalog/registration/check-registration.ts'
import { registration_drafts } from '../../catalog/tables.ts'
import type { Deps } from '../../events.ts'
import { parsePhone } from '../../phone.ts'
import { landmarkNames } from '../../places/landmark-names.ts'
import { lockLandmark } from '../../places/lock-landmark.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { type RiderRegistrationErrors, rider_registration_form } from '../forms.ts'
import { riders } from '../tables.ts'
import { keepPicture } from './keep-picture.ts'
import { lockOwnRider } from './own-rider.ts'

type Form = z.input<typeof rider_registration_form>

export type RiderRegistrationRefusal =
  | Refused<'fields', RiderRegistrationErrors>
  | NameRefusal
  | Refused<'locked', undefined>
  | Refused<'not_found', undefined>

/**
 * Sends a rider's registration in: it is complete and locked, and the rider waits as Pending for an admin. The bank is
 * asked for the account's name, whatever the browser showed. Refuses invalid fields, an unknown bank, an account that
 * cannot be verified, and a registration that was already sent in.
 */
export async function registerRider(
  deps: Deps & { banks: BankDirectory },
  actor: Actor,
  input: { [Field in keyof Form]: string },
): Promise<Accepted<undefined> | RiderRegistrationRefusal> {
  if (actor.role !== 'rider') return refused('not_found')
  const read = await readRegistration(deps.db, input)
  if (!read.ok) return read
  const [known] = await deps.db.select().from(riders).where(eq(riders.user_id, actor.user_id))
  if (known?.submitted_at) return refused('locked')
  const account = await verifyBankAccount(deps, actor, read.value)
  if (!account.ok) return account
  const { bank: _, ...fields } = read.value
  return deps.db.transaction(async (tx) => {
    if (!(await lockLandmark(tx, fields.landmark))) return refused('fields', { landmark: NO_SUCH_LANDMARK })
    const rider = await lockOwnRider(tx, actor)
    if (!rider) return refused('not_found')
    if (rider.submitted_at) return refused('locked')
    if (!(await mayShow(tx, actor, fields.profile_photo, rider.profile_photo))) {
      return refused('fields', { profile_photo: 'Please upload this picture again.' })
    }
    const now = deps.clock.now()
    await keepPicture(tx, { shown: fields.profile_photo, instead_of: rider.profile_photo, now })
    await tx
      .update(riders)
      .set({
        ...fields,
        ...account.value,
        submitted_at: now,
        rejected_reason: null,
        // As for a vendor: a new account holds payouts until an admin has checked it.
        bank_changed_at: changesAccount(rider, { ...account.value, account_number: fields.account_number })
          ? now
          : rider.bank_changed_at,
      })
      .where(eq(riders.user_id, actor.user_id))
    await nameAccount(tx, { user_id: actor.user_id, name: fields.name, now })
    await tx.delete(registration_drafts).where(eq(registration_drafts.user_id, actor.user_id))
    return accepted(undefined)
  })
}

/** The fields as the table holds them: phone in E.164, a known landmark. */
async function readRegistration(db: Db, input: { [Field in keyof Form]: string }) {
  const parsed = rider_registration_form.safeParse(input)
  const errors: RiderRegistrationErrors = firstIssues(parsed.error)
  const phone = parsePhone(input.phone)
  if (!phone) errors.phone ??= NO_SUCH_PHONE
  if (!parsed.success || !phone) return refused('fields', errors)
  if (!(await landmarkNames(db)).includes(parsed.data.landmark)) {
    return refused('fields', { landmark: NO_SUCH_LANDMARK })
  }
  return accepted({ ...parsed.data, phone })
}
