import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { BankDirectory } from '../../../adapters/banks/bank-directory.ts'
import type { Db } from '../../../db/handle.ts'
import { type Actor, moverOf } from '../../accounts/actor.ts'
import { nameAccount } from '../../accounts/name-account.ts'
import type { Clock } from '../../clock.ts'
import { kitchenFor } from '../../kitchen-roles.ts'
import { lockLandmark } from '../../places/lock-landmark.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import type { NameRefusal } from '../bank-account/name-bank-account.ts'
import { changesAccount, verifyBankAccount } from '../bank-account/verify-bank-account.ts'
import type { RegistrationErrors, registration_form } from '../forms.ts'
import { recordDeed } from '../kitchen-history.ts'
import { giveSlug } from '../lists/slug.ts'
import { mayShow } from '../own-vendor.ts'
import { registration_drafts, vendors } from '../tables.ts'
import { NO_SUCH_LANDMARK, readRegistration } from './check-registration.ts'
import { isLocked, lockOrMakeVendor } from './own-profile.ts'

type Deps = { db: Db; clock: Clock; banks: BankDirectory }

export type RegistrationRefusal =
  | Refused<'fields', RegistrationErrors>
  | NameRefusal
  | Refused<'locked', undefined>
  | Refused<'not_found', undefined>

/**
 * Submits the registration (docs/product.md#vendor-registration): afterwards the profile is complete and locked, and a
 * new vendor waits as Pending. The bank is asked again for the account's name, whatever the browser showed. A changed
 * account holds the vendor's payouts until an admin has checked it. Refuses invalid fields, an unknown bank, an account
 * that cannot be verified, and a registration that is already locked.
 */
export async function registerVendor(
  deps: Deps,
  actor: Actor,
  input: z.input<typeof registration_form>,
): Promise<Accepted<{ first: boolean }> | RegistrationRefusal> {
  const vendor_id = kitchenFor(actor, 'register')
  if (vendor_id === null) return refused('not_found')
  const read = await readRegistration(deps.db, input)
  if (!read.ok) return read
  const [known] = await deps.db.select().from(vendors).where(eq(vendors.user_id, vendor_id))
  if (known && isLocked(known)) return refused('locked')
  const account = await verifyBankAccount(deps, actor, read.value)
  if (!account.ok) return account
  const { bank: _, ...fields } = read.value
  return deps.db.transaction(async (tx) => {
    if (!(await lockLandmark(tx, fields.landmark))) return refused('fields', { landmark: NO_SUCH_LANDMARK })
    const vendor = await lockOrMakeVendor(tx, actor)
    if (!vendor) return refused('not_found')
    if (isLocked(vendor)) return refused('locked')
    const profile_photo = fields.profile_photo || null
    if (!(await mayShow(tx, actor, profile_photo, vendor.profile_photo))) {
      return refused('fields', { profile_photo: 'Please upload this picture again.' })
    }
    await tx
      .update(vendors)
      .set({
        ...fields,
        ...account.value,
        profile_photo,
        delivery_time: vendor.delivery_time ?? '20-35 minutes',
        unlocked_at: null,
        // A new account holds payouts until an admin has checked it.
        bank_changed_at: changesAccount(vendor, { ...account.value, account_number: fields.account_number })
          ? deps.clock.now()
          : vendor.bank_changed_at,
      })
      .where(eq(vendors.user_id, vendor_id))
    // Who waits to be let in has no page yet, and takes no address from anybody.
    if (vendor.status === 'Active') await giveSlug(tx, vendor, fields.name)
    // The account of whoever registered it is called like it.
    await nameAccount(tx, { user_id: vendor_id, name: fields.name, now: deps.clock.now() })
    await tx.delete(registration_drafts).where(eq(registration_drafts.user_id, vendor_id))
    await recordDeed(tx, vendor_id, moverOf(actor), { did: 'registered', about: fields.name }, deps.clock.now())
    return accepted({ first: vendor.unlocked_at === null })
  })
}
