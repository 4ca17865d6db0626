import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '../../db/handle.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Deps } from '../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { UNTIL_CHANGED } from './availability.ts'
import { auto_accept_form, firstIssues, type PauseLength, service_times_form } from './forms.ts'
import { lockOwnVendor, mayShow } from './own-vendor.ts'
import { registration_drafts, vendors } from './tables.ts'

// These stay editable after the registration is locked (docs/product.md#vendor-registration).

type NotFound = Refused<'not_found', undefined>
export type AutoAcceptErrors = Partial<
  Record<'auto_accept_orders' | 'auto_accept_opens' | 'auto_accept_closes', string>
>
export type ServiceTimesErrors = Partial<Record<'preparation_minutes' | 'delivery_time' | 'slot_orders', string>>

/** A pause that the kitchen made, or none. */
const not_ours = { paused_for_lapses: false, paused_for_silence: false }

/** Stops orders for some minutes, or until `resumeOrders`. Called again, it counts from now. */
export function pauseOrders(
  { db, clock }: Deps,
  actor: Actor,
  length: PauseLength,
): Promise<Accepted<undefined> | NotFound> {
  const until = length === 'until_reopened' ? UNTIL_CHANGED : new Date(clock.now().getTime() + Number(length) * 60_000)
  return change(db, actor, { ...not_ours, paused_until: until, paused_by: actor.user_id })
}

/** Stops orders for some minutes where no longer pause is there already, whoever made that. */
export function pauseAtLeast(
  { db, clock }: Deps,
  actor: Actor,
  minutes: number,
): Promise<Accepted<undefined> | NotFound> {
  const until = new Date(clock.now().getTime() + minutes * 60_000)
  const longer = sql`${vendors.paused_until} > ${until.toISOString()}`
  const values = { paused_until: until, paused_for_lapses: false, paused_for_silence: false, paused_by: actor.user_id }
  return change(db, actor, values, sql`${longer} is not true`)
}

/** Takes orders again. */
export function resumeOrders({ db, clock }: Deps, actor: Actor): Promise<Accepted<undefined> | NotFound> {
  return change(db, actor, { ...not_ours, paused_until: null, paused_by: null, opened_at: clock.now() })
}

/**
 * How long the vendor takes to cook, 5 to 120 minutes, what customers read about the delivery time, and how many orders
 * it takes for one slot of those for later.
 */
export async function changeServiceTimes(
  { db }: { db: Db },
  actor: Actor,
  input: { preparation_minutes: string; delivery_time: string; slot_orders?: string },
): Promise<Accepted<undefined> | NotFound | Refused<'fields', ServiceTimesErrors>> {
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
  return change(db, actor, { preparation_minutes, delivery_time: delivery_time || null, slot_orders })
}

/** When new orders are accepted by themselves with the usual minutes (`acceptForKitchens`). */
export async function changeAutoAccept(
  { db }: { db: Db },
  actor: Actor,
  input: { auto_accept_orders: string; auto_accept_opens: string; auto_accept_closes: string },
): Promise<Accepted<undefined> | NotFound | Refused<'fields', AutoAcceptErrors>> {
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
  return change(db, actor, { auto_accept_orders, auto_accept_hours: opens ? { opens, closes } : null })
}

/** Changes the vendor's picture to an upload of their own, also while the registration is being corrected. */
export async function changePhoto(
  { db }: { db: Db },
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
        fields: sql`${registration_drafts.fields} || ${JSON.stringify({ profile_photo: address })}::jsonb`,
      })
      .where(eq(registration_drafts.user_id, vendor.user_id))
    return accepted(undefined)
  })
}

function change(
  db: Db,
  actor: Actor,
  values: Partial<typeof vendors.$inferInsert>,
  where?: SQL,
): Promise<Accepted<undefined> | NotFound> {
  return db.transaction(async (tx) => {
    const vendor = await lockOwnVendor(tx, actor, 'run_kitchen')
    if (!vendor) return refused('not_found')
    await tx
      .update(vendors)
      .set(values)
      .where(and(eq(vendors.user_id, vendor.user_id), where))
    return accepted(undefined)
  })
}
