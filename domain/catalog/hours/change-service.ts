import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type Actor, moverOf } from '../../accounts/actor.ts'
import { formatCampusTime } from '../../clock.ts'
import type { Deps } from '../../events.ts'
import type { KitchenRight } from '../../kitchen-roles.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import type { Deed } from '../deed.ts'
import { auto_accept_form, firstIssues, type PauseLength, service_times_form } from '../forms.ts'
import { type DeedLine, recordDeed } from '../kitchen-history.ts'
import { lockOwnVendor, mayShow, type Vendor } from '../own-vendor.ts'
import { registration_drafts, vendors } from '../tables.ts'
import { UNTIL_CHANGED } from './availability.ts'
import {
  autoAcceptText,
  autoAcceptVersion,
  type StaleService,
  staleSince,
  timesText,
  timesVersion,
} from './shown-service.ts'

// These stay editable after the registration is locked (docs/product.md#vendor-registration).

type NotFound = Refused<'not_found', undefined>
export type AutoAcceptErrors = Partial<
  Record<'auto_accept_orders' | 'auto_accept_opens' | 'auto_accept_closes', string>
>
export type ServiceTimesErrors = Partial<Record<'preparation_minutes' | 'delivery_time' | 'slot_orders', string>>

/** What a kitchen's row says of why it is paused: because of its own people, by a text message, or by our own rules. */
export const pausedBecause = (why: 'person' | 'text' | 'lapses' | 'silence') => ({
  paused_by_text: why === 'text',
  paused_for_lapses: why === 'lapses',
  paused_for_silence: why === 'silence',
})

/** Stops orders for some minutes, or until `resumeOrders`. Called again, it counts from now. */
export function pauseOrders(deps: Deps, actor: Actor, length: PauseLength): Promise<Accepted<undefined> | NotFound> {
  const now = deps.clock.now()
  const until = length === 'until_reopened' ? UNTIL_CHANGED : minutesFrom(now, Number(length))
  return change(deps, actor, () => pausedUntil(actor, until))
}

/**
 * Stops orders for some minutes where no longer pause is there already, whoever made that. Answers until when they are
 * stopped now.
 */
export async function pauseAtLeast(deps: Deps, actor: Actor, minutes: number): Promise<Accepted<Date> | NotFound> {
  let until = minutesFrom(deps.clock.now(), minutes)
  const paused = await change(deps, actor, ({ paused_until }) => {
    if (!paused_until || paused_until <= until) return pausedUntil(actor, until)
    until = paused_until
    return null
  })
  return paused.ok ? accepted(until) : paused
}

const minutesFrom = (now: Date, minutes: number) => new Date(now.getTime() + minutes * 60_000)

/** A pause, and its line in the kitchen's history. */
function pausedUntil(actor: Actor, until: Date): Change {
  const { user_id } = moverOf(actor)
  return {
    values: { ...pausedBecause(actor.by_text ? 'text' : 'person'), paused_until: until, paused_by: user_id },
    line: { did: 'paused', after: until < UNTIL_CHANGED ? `until ${formatCampusTime(until)}` : 'until opened again' },
  }
}

/** Takes orders again. */
export function resumeOrders(deps: Deps, actor: Actor): Promise<Accepted<undefined> | NotFound> {
  const now = deps.clock.now()
  return change(deps, actor, (vendor) => openedAgain(vendor, now))
}

/**
 * Ends a pause of ours, by anybody who cooks there: it was made because nobody answered, and whoever presses answers
 * (docs/product.md#staff). A pause that somebody made stays, and so does a kitchen that takes orders.
 */
export function endOurPause(deps: Deps, actor: Actor): Promise<Accepted<undefined> | NotFound> {
  const now = deps.clock.now()
  const isOurs = ({ paused_for_lapses, paused_for_silence }: Vendor) => paused_for_lapses || paused_for_silence
  return change(deps, actor, (vendor) => (isOurs(vendor) ? openedAgain(vendor, now) : null), 'run_orders')
}

const openedAgain = ({ paused_until }: Vendor, now: Date): Change => ({
  values: { ...pausedBecause('person'), paused_until: null, paused_by: null, opened_at: now },
  line: paused_until && paused_until > now ? { did: 'opened' } : null,
})

/**
 * How long the vendor takes to cook, 5 to 120 minutes, what customers read about the delivery time, and how many orders
 * it takes for one slot of those for later. A form that was shown with others (`version`, a `timesVersion`) is refused
 * as `stale`, unless they are as wanted already.
 */
export async function changeServiceTimes(
  deps: Deps,
  actor: Actor,
  input: { preparation_minutes: string; delivery_time: string; slot_orders?: string },
  version?: string,
): Promise<Accepted<undefined> | NotFound | StaleService | Refused<'fields', ServiceTimesErrors>> {
  const parsed: z.ZodSafeParseResult<z.output<typeof service_times_form>> = service_times_form.safeParse(input)
  if (!parsed.success) {
    const {
      preparation_minutes: wrong,
      delivery_time,
      slot_orders,
    } = firstIssues<keyof ServiceTimesErrors>(parsed.error)
    return refused('fields', {
      ...(wrong ? { preparation_minutes: 'Please write a number of minutes from 5 to 120.' } : {}),
      ...(delivery_time ? { delivery_time } : {}),
      ...(slot_orders ? { slot_orders: 'Please write a whole number from 0 to 500, or nothing.' } : {}),
    })
  }
  const { preparation_minutes, delivery_time, slot_orders } = parsed.data
  const values = { preparation_minutes, delivery_time: delivery_time || null, slot_orders }
  const kind = { did: 'times_changed', inWords: timesText, versionOf: timesVersion } as const
  return decide<StaleService>(deps, actor, (vendor) => changed(kind, vendor, values, version))
}

/**
 * When new orders are accepted by themselves with the usual minutes (`acceptForKitchens`). A form that was shown with
 * something else (`version`, an `autoAcceptVersion`) is refused as `stale`, unless it is as wanted already.
 */
export async function changeAutoAccept(
  deps: Deps,
  actor: Actor,
  input: { auto_accept_orders: string; auto_accept_opens: string; auto_accept_closes: string },
  version?: string,
): Promise<Accepted<undefined> | NotFound | StaleService | Refused<'fields', AutoAcceptErrors>> {
  const parsed: z.ZodSafeParseResult<z.output<typeof auto_accept_form>> = auto_accept_form.safeParse(input)
  if (!parsed.success) {
    const wrong = firstIssues<keyof AutoAcceptErrors>(parsed.error)
    return refused('fields', {
      ...(wrong.auto_accept_orders
        ? { auto_accept_orders: 'Please write a whole number from 1 to 100, or nothing.' }
        : {}),
      ...(wrong.auto_accept_opens ? { auto_accept_opens: 'Please choose a time.' } : {}),
      ...(wrong.auto_accept_closes ? { auto_accept_closes: 'Please choose both times, or none.' } : {}),
    })
  }
  const { auto_accept_orders, auto_accept_opens: opens, auto_accept_closes: closes } = parsed.data
  const values = { auto_accept_orders, auto_accept_hours: opens ? { opens, closes } : null }
  const kind = { did: 'auto_accept_changed', inWords: autoAcceptText, versionOf: autoAcceptVersion } as const
  return decide<StaleService>(deps, actor, (vendor) => changed(kind, vendor, values, version))
}

/** Changes the vendor's picture to an upload of their own, also while the registration is being corrected. */
export async function changePhoto(
  { db, clock }: Deps,
  actor: Actor,
  address: string,
): Promise<Accepted<undefined> | NotFound | Refused<'not_your_picture', undefined>> {
  return db.transaction(async (tx) => {
    const vendor = await lockOwnVendor(tx, actor, 'run_kitchen')
    if (!vendor) return refused('not_found')
    if (!(await mayShow(tx, actor, address))) return refused('not_your_picture')
    await tx.update(vendors).set({ profile_photo: address }).where(eq(vendors.user_id, vendor.user_id))
    await tx
      .update(registration_drafts)
      .set({
        // The wizard then shows the one that is saved.
        fields: sql`${registration_drafts.fields} - 'profile_photo'`,
      })
      .where(eq(registration_drafts.user_id, vendor.user_id))
    if (vendor.profile_photo !== address)
      await recordDeed(tx, vendor.user_id, moverOf(actor), { did: 'photo_changed' }, clock.now())
    return accepted(undefined)
  })
}

/** What becomes of a kitchen, and the line of its history; null for no line. */
type Change = { values: Partial<Vendor>; line: DeedLine | null }

type Kind = { did: Deed; inWords(vendor: Vendor): string; versionOf(vendor: Vendor): string }

/** Another setting, with what it was and is in words; no line where it stays. Refused where it is not as `seen`. */
function changed(
  { did, inWords, versionOf }: Kind,
  vendor: Vendor,
  values: Partial<Vendor>,
  seen: string | undefined,
): Change | StaleService {
  const wanted = { ...vendor, ...values }
  const [before, after] = [inWords(vendor), inWords(wanted)]
  const stale = staleSince(seen, { version: versionOf(vendor), words: before }, versionOf(wanted))
  return stale ?? { values, line: before === after ? null : { did, before, after } }
}

/** Changes the kitchen of who acts as `how` says once it is locked; null leaves it as it is. */
function change(deps: Deps, actor: Actor, how: (vendor: Vendor) => Change | null, right: KitchenRight = 'run_kitchen') {
  return decide<never>(deps, actor, how, right)
}

/** The same, where `how` may refuse it. */
function decide<Why extends StaleService>(
  { db, clock }: Deps,
  actor: Actor,
  how: (vendor: Vendor) => Change | Why | null,
  right: KitchenRight = 'run_kitchen',
): Promise<Accepted<undefined> | NotFound | Why> {
  return db.transaction(async (tx) => {
    const vendor = await lockOwnVendor(tx, actor, right)
    if (!vendor) return refused('not_found')
    const change = how(vendor)
    if (!change) return accepted(undefined)
    if ('reason' in change) return change
    await tx.update(vendors).set(change.values).where(eq(vendors.user_id, vendor.user_id))
    if (change.line) await recordDeed(tx, vendor.user_id, moverOf(actor), change.line, clock.now())
    return accepted(undefined)
  })
}
