import { eq } from 'drizzle-orm'
import { noteScreen } from '../../db/after-commit.ts'
import type { Tx } from '../../db/handle.ts'
import type { Actor } from '../accounts/actor.ts'
import { type AdminRight, may } from '../admin-roles.ts'
import type { AuditAction } from '../audit/actions.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Deps } from '../events.ts'
import { inServiceArea } from '../places/delivery-fee.ts'
import { lockLandmark } from '../places/lock-landmark.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { DELIVERY_SETTINGS } from '../settings/definitions.ts'
import { readSetting } from '../settings/read-setting.ts'
import { commission_form, firstIssues, vendor_place_form } from './forms.ts'
import { type StaleService, staleSince } from './hours/shown-service.ts'
import { lockVendor, type Vendor } from './own-vendor.ts'
import { NO_SUCH_LANDMARK } from './registration/check-registration.ts'
import { keepDraft } from './registration/keep-draft.ts'
import { vendors } from './tables.ts'

// What an admin changes about a vendor, apart from its status. A form that was shown with something else (`version`) is
// refused as `stale`, unless it is as wanted by now.

type NotFound = Refused<'not_found', undefined>

/**
 * What the platform keeps of this vendor's sales from now on, in percent with at most two places, 0 to 50; empty means
 * the setting for all. Orders already paid keep the rate they were paid under.
 */
export async function setCommission(
  deps: Deps,
  actor: Actor,
  change: { vendor_id: string; percent: string; version?: string },
): Promise<Accepted<Vendor> | NotFound | StaleService | Refused<'bad_percent', undefined>> {
  const percent = commission_form.safeParse(change.percent)
  if (!percent.success) return refused('bad_percent')
  const what = { right: 'change_terms', action: 'vendor_commission_changed' } as const
  const wanted = { commission_percent: percent.data }
  return changeTerms<StaleService>(deps, actor, change.vendor_id, what, async (_, vendor) => {
    const { commission_percent: now } = vendor
    const words = now === null ? 'the usual rate' : `${now} %`
    const is = { version: commissionVersion(vendor), words }
    return staleSince(change.version, is, commissionVersion(wanted)) ?? accepted(wanted)
  })
}

/** A vendor's commission when its form was shown, to notice that another admin changed it meanwhile. */
export const commissionVersion = ({ commission_percent }: Pick<Vendor, 'commission_percent'>): string =>
  String(commission_percent)

/** Lets the owner correct legal and bank data of a locked registration; the next submission locks them again. */
export async function unlockRegistration(
  deps: Deps,
  actor: Actor,
  vendor_id: string,
): Promise<Accepted<Vendor> | NotFound | Refused<'already_unlocked', undefined>> {
  return changeTerms(
    deps,
    actor,
    vendor_id,
    { right: 'decide_people', action: 'vendor_unlocked' },
    async (_, vendor) =>
      vendor.unlocked_at ? refused('already_unlocked') : accepted({ unlocked_at: deps.clock.now() }),
  )
}

const BANK_STEP = 2

/**
 * Opens a vendor's registration at its bank account, in the caller's commit; one that is open stays so. Locks the
 * vendor. Does nothing if there is no such vendor.
 */
export async function unlockForBank(
  tx: Tx,
  actor: Actor,
  unlock: { vendor_id: string; reason: string; now: Date },
): Promise<void> {
  const vendor = await lockVendor(tx, unlock.vendor_id)
  if (!vendor || vendor.unlocked_at) return
  const { reason, now } = unlock
  const { user_id } = vendor
  await tx.update(vendors).set({ unlocked_at: now }).where(eq(vendors.user_id, user_id))
  await keepDraft(tx, user_id, { step: BANK_STEP, fields: {}, names: [], last_step: BANK_STEP, now })
  await recordAudit(tx, {
    actor,
    action: 'vendor_unlocked',
    subject: `vendor:${user_id}`,
    before: { unlocked_at: null },
    after: { unlocked_at: now },
    reason,
    now,
  })
}

export type PlaceErrors = Partial<Record<'landmark' | 'latitude' | 'longitude', string>>

/**
 * Corrects where a vendor is: its landmark, and its own coordinates (or none), from which a fee is measured. Refuses a
 * place outside the service area, one coordinate without the other, and an unknown landmark.
 */
export async function correctVendorPlace(
  deps: Deps,
  actor: Actor,
  change: { vendor_id: string; landmark: string; latitude: string; longitude: string; version?: string },
): Promise<Accepted<Vendor> | NotFound | StaleService | Refused<'fields', PlaceErrors>> {
  const place = vendor_place_form.safeParse(change)
  if (!place.success) return refused('fields', firstIssues<keyof PlaceErrors>(place.error))
  const { landmark, latitude, longitude } = place.data
  const askFirst = async (tx: Tx) =>
    (await lockLandmark(tx, landmark)) ? null : refused('fields', { landmark: NO_SUCH_LANDMARK })
  const decide = async (tx: Tx, vendor: Vendor) => {
    if ((latitude === null) !== (longitude === null)) {
      const missing = latitude === null ? 'latitude' : 'longitude'
      return refused('fields', { [missing]: 'Please give both, or none.' })
    }
    if (latitude !== null && longitude !== null) {
      const near = inServiceArea({ latitude, longitude }, await readSetting(tx, DELIVERY_SETTINGS))
      if (!near) return refused('fields', { latitude: 'This place is too far from the campus.' })
    }
    const is = { version: vendorPlaceVersion(vendor), words: placeText(vendor) }
    return staleSince(change.version, is, vendorPlaceVersion(place.data)) ?? accepted(place.data)
  }
  return changeTerms(
    deps,
    actor,
    change.vendor_id,
    { right: 'decide_people', action: 'vendor_place_corrected' },
    decide,
    askFirst,
  )
}

type Place = Pick<Vendor, 'landmark' | 'latitude' | 'longitude'>

/** The same for where a vendor is. */
export const vendorPlaceVersion = ({ landmark, latitude, longitude }: Place): string =>
  JSON.stringify([landmark, latitude, longitude])

const placeText = ({ landmark, latitude, longitude }: Place) =>
  `${landmark ?? 'no landmark'}, ${latitude === null ? 'no coordinates' : `${latitude}, ${longitude}`}`

type Terms = Partial<Pick<Vendor, 'commission_percent' | 'unlocked_at' | 'landmark' | 'latitude' | 'longitude'>>

/**
 * Locks the vendor, lets `decide` say what changes, and writes it with its audit entry. What has to be locked before a
 * vendor is, `askFirst` locks.
 */
async function changeTerms<Refusal extends Refused<string>>(
  deps: Deps,
  actor: Actor,
  vendor_id: string,
  { right, action }: { right: AdminRight; action: AuditAction },
  decide: (tx: Tx, vendor: Vendor) => Promise<Accepted<Terms> | Refusal>,
  askFirst: (tx: Tx) => Promise<Refusal | null> = async () => null,
): Promise<Accepted<Vendor> | Refusal | NotFound> {
  if (!may(actor, right)) return refused('not_found')
  return deps.db.transaction(async (tx) => {
    const refusal = await askFirst(tx)
    if (refusal) return refusal
    const vendor = await lockVendor(tx, vendor_id)
    if (!vendor) return refused('not_found')
    const decided = await decide(tx, vendor)
    if (!decided.ok) return decided
    const names = Object.keys(decided.value) as (keyof Terms)[]
    const before = Object.fromEntries(names.map((name) => [name, vendor[name]]))
    const [changed] = await tx.update(vendors).set(decided.value).where(eq(vendors.user_id, vendor.user_id)).returning()
    if (!changed) throw new Error('A locked vendor disappeared')
    const subject = `vendor:${vendor.user_id}`
    noteScreen(tx, vendor_id)
    await recordAudit(tx, { actor, action, subject, before, after: decided.value, now: deps.clock.now() })
    return accepted(changed)
  })
}
