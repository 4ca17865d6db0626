import { and, eq, exists, isNull, ne, type SQL } from 'drizzle-orm'
import type { Geocoder } from '../../../adapters/maps/geocoder.ts'
import type { PaymentWindow } from '../../../adapters/payments/payment-provider.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import { type Given, inSet, kept } from '../../../db/kept-statement.ts'
import { type QuotedWindows, quotedWindows, ridersOnDuty } from '../../delivery/windows/expected-windows.ts'
import type { Deps } from '../../events.ts'
import { runs } from '../../orders/runs/tables.ts'
import { place_state } from '../../places/closed-place.ts'
import { known } from '../../places/distance.ts'
import { places } from '../../places/tables.ts'
import { type Gone, holdUses } from '../../promotions/hold-use.ts'
import { type Accepted, accepted, orUndone, type Refused, refused, type Undo } from '../../refusal.ts'
import { traced } from '../../trace.ts'
import { isLinkToken } from '../checkout-by-link.ts'
import { type GroupGone, takeTurn } from '../group-orders/group-checkouts.ts'
import { agreesToWait } from '../hand-over/agrees-to-wait.ts'
import { type PlaceProblem, placeNow } from '../hand-over/place-problem.ts'
import { hasOrdered } from '../promotions/has-ordered.ts'
import { priceCart, type Quote, withFee, withoutFee } from '../quote/quote.ts'
import { type ToldWindow, windowsToHold } from '../quote/told-windows.ts'
import { hasRoomInRun } from '../runs/run-room.ts'
import { isSlotFull, lockKitchens } from '../slots/full-kitchens.ts'
import { slotsWithRiders } from '../slots/slot-riders.ts'
import { payableForSlot } from '../slots/slots.ts'
import { checkouts, pay_links } from '../tables.ts'
import { payableUntil } from './payable-until.ts'
import { nextCheckAt } from './poll-schedule.ts'

export type StartPaymentRefusal =
  | Refused<'not_found', undefined>
  | Refused<'paid', undefined>
  /** Another was ordered in its stead, by which alone it can be paid (`latestLink`). */
  | Refused<'replaced', undefined>
  | Refused<'cart_changed', Quote>
  /** Nothing is brought any more to where the customer ordered. */
  | PlaceProblem
  /** Nobody is on duty to deliver it, or known for its slot, and the customer has not agreed to wait. */
  | Refused<'nobody_on_duty', undefined>
  /** It would come much later than the page says that was paid from; what is expected now. */
  | Refused<'window_moved', QuotedWindows['windows']>
  /** A kitchen can no longer cook for the slot, or takes no more orders in it. */
  | Refused<'slot_gone' | 'slot_full', undefined>
  /** Its promotion has ended, counts at other hours, is used up, or was for a first order; it may have begun before. */
  | Refused<'promotion_gone', Gone & { was_begun: boolean }>
  /** The run that it was to share has closed, or is full; its payment may have begun before. */
  | Refused<'ride_gone', { was_begun: boolean }>
  /** It is of a group order that was changed since, or is paid otherwise. */
  | Refused<'group_gone', GroupGone>

/** Why it does not begin after all: what was held on the way is let go, and whose turn it was in a group have it. */
type NotHeld = 'replaced' | 'slot_full' | 'ride_gone' | { gone: Gone }

/**
 * Answers what the provider is to be paid, by its window or its page: the stored amount. Refuses when the checkout is
 * paid or gave way to another, when a price, a dish or the opening hours changed since it was stored, when its place
 * was closed or went out of reach, when it would come later than its page `told`, which is the promise otherwise, when
 * the run that it shares has closed or is full, when the group order that it is of was changed since or is paid
 * otherwise (whose other payments it ends), and while nobody is on duty to deliver it, or known to be there for its
 * slot, unless the customer agrees to wait (which is stored, for this try) or collects it. From here on the poller asks
 * the provider about it. Safe to repeat: a second attempt pays the same tx_ref; where its run has closed or filled
 * meanwhile, one that can still be paid goes on until the same time.
 */
export async function startPayment(
  deps: Deps & { geocoder: Geocoder },
  link_token: string,
  { accepts_wait, told = null }: { accepts_wait: boolean; told?: readonly ToldWindow[] | null },
): Promise<Accepted<PaymentWindow> | StartPaymentRefusal> {
  const found = await findCheckout(deps.db, link_token)
  if (!found) return refused('not_found')
  const { checkout } = found
  if (checkout.status === 'Paid') return refused('paid')
  if (checkout.replaced_by !== null) return refused('replaced')

  const now = deps.clock.now()
  const { slot_from } = checkout
  const then = slot_from ? { ...deps, clock: { now: () => slot_from } } : deps
  const priced = await priceCart(then, checkout.lines)
  if (priced.changes.length > 0) {
    return refused('cart_changed', checkout.collects ? withoutFee(priced) : await withFee(deps, priced, null))
  }
  const { collects, fee_lines } = checkout
  const until = slot_from && payableForSlot(priced, { slot_from, ways: fee_lines ?? [], collects, now })
  if (slot_from && !until) return refused('slot_gone')

  const { problem, fee_lines: lines_now, payable_until } = await placeNow(deps.db, found, { ...priced, now })
  if (problem) return problem
  const may_come = collects || agreesToWait({ ...found, ...checkout }, now) || (await hasRider(deps.db, found, now))
  if (!may_come && !accepts_wait) return refused('nobody_on_duty')
  if (JSON.stringify(lines_now) !== JSON.stringify(fee_lines)) {
    await deps.db.update(checkouts).set({ fee_lines: lines_now }).where(eq(checkouts.id, checkout.id))
  }
  const expected = told && !slot_from ? await windowsNow(deps.db, checkout, lines_now, now) : null
  const held = told && expected ? windowsToHold(told, expected.windows) : []
  if (expected && !held) return refused('window_moved', expected.windows)

  const longest = payableUntil(until ? null : priced.closes_at, now)
  // Until the kitchen should begin for its slot, its run closes, or a way does.
  const open_until = earliest(longest, [until, found.run_closes_at, payable_until])
  // A webhook may have settled it since it was read: a paid checkout stays paid.
  const start = (db: Db | Tx, payable_until: Date) =>
    begin(db, {
      checkout_id: checkout.id,
      payment_started_at: now,
      payable_until,
      told_windows: held?.length ? held.map(storedWindow) : null,
      next_check_at: nextCheckAt(now, 0, now),
      run_held_from: checkout.run_id === null ? undefined : (checkout.run_held_from ?? now),
      wait_accepted_at: may_come ? undefined : now,
    })
  const has_promotion = checkout.discount > 0
  const of_group = checkout.group_member_id !== null
  const hold = async (tx: Tx, undo: Undo<NotHeld>) => {
    const group_gone = of_group && (await takeTurn(tx, checkout))
    if (group_gone) return { group_gone }
    const [begun] = await tx
      .select({ until: checkouts.payable_until, replaced_by: checkouts.replaced_by })
      .from(checkouts)
      .where(eq(checkouts.id, checkout.id))
      .for('no key update')
    if (!begun || begun.replaced_by !== null) return undo('replaced')
    const use = {
      ...{ checkout_id: checkout.id, phone: checkout.phone, payable_until: open_until },
      hasOrdered: (vendor_id: string | null) => hasOrdered(tx, checkout.phone, vendor_id),
    }
    const held = has_promotion ? await holdUses(tx, use, deps.clock) : { payable_until: open_until }
    if ('gone' in held) return undo(held)
    const { payable_until } = held
    if (slot_from && !(await hasPlace(tx, checkout, now))) return undo('slot_full')
    if (await hasRoomInRun(tx, checkout, now)) return start(tx, payable_until)
    // What can be paid already may be paid: it goes on until the same time.
    if (!begun.until || begun.until <= now) return undo('ride_gone')
    return start(tx, new Date(Math.min(begun.until.getTime(), payable_until.getTime())))
  }
  const started = await traced('start payment', { about: checkout.tx_ref }, async () =>
    slot_from || has_promotion || of_group
      ? orUndone((undo: Undo<NotHeld>) => deps.db.transaction((tx) => hold(tx, undo)))
      : start(deps.db, open_until),
  )
  if (started === 'slot_full' || started === 'replaced') return refused(started)
  const was_begun = checkout.payment_started_at !== null
  if (started === 'ride_gone') return refused(started, { was_begun })
  if ('group_gone' in started) return refused('group_gone', started.group_gone)
  if ('gone' in started) return refused('promotion_gone', { ...started.gone, was_begun })
  // A second press says which of both.
  if (started.length === 0) return refused('paid')
  return accepted({
    tx_ref: checkout.tx_ref,
    total: checkout.total,
    currency: checkout.currency,
    customer: {
      email: checkout.email,
      phone: checkout.phone,
      name: `${checkout.first_name} ${checkout.last_name}`,
    },
  })
}

/** Somebody is on duty, or is known to be there for its slot. */
async function hasRider(db: Db, { checkout, anybody_on_duty }: Found, now: Date): Promise<boolean> {
  const { slot_from, fee_lines } = checkout
  return slot_from ? (await slotsWithRiders(db, now))(slot_from, fee_lines ?? []) : anybody_on_duty
}

type Found = NonNullable<Awaited<ReturnType<typeof findCheckout>>>

type Ways = Awaited<ReturnType<typeof placeNow>>['fee_lines']

/** The windows that are true now, by the ways as they are. */
function windowsNow(
  db: Db,
  { lines, collects, latitude, longitude }: typeof checkouts.$inferSelect,
  ways: Ways,
  now: Date,
): Promise<QuotedWindows> {
  return quotedWindows(db, { lines, ways: ways ?? [], collects, now, drop: known({ latitude, longitude }) })
}

type Begun = Pick<
  typeof checkouts.$inferInsert,
  'payment_started_at' | 'told_windows' | 'payable_until' | 'next_check_at' | 'run_held_from' | 'wait_accepted_at'
>

const begin = kept((db, { checkout_id, ...begun }: Given<Begun & { checkout_id: string }>) =>
  db
    .update(checkouts)
    .set({ status: 'Open', checks: 0, last_charge_status: null, ...inSet(begun) })
    .where(and(eq(checkouts.id, checkout_id), ne(checkouts.status, 'Paid'), isNull(checkouts.replaced_by)))
    .returning({ id: checkouts.id }),
)

const earliest = (first: Date, others: readonly (Date | null)[]) =>
  others.reduce<Date>((soonest, other) => (other && other < soonest ? other : soonest), first)

const storedWindow = ({ vendor_id, from, until }: ToldWindow) => ({
  vendor_id,
  from: from.toISOString(),
  until: until.toISOString(),
})

/**
 * Whether each kitchen takes this one in its slot too; they stay locked, so that the place is held once the payment has
 * begun, for as long as it can be paid. The checkout is locked.
 */
async function hasPlace(tx: Tx, checkout: typeof checkouts.$inferSelect, now: Date): Promise<boolean> {
  await lockKitchens(tx, checkout)
  return !(await isSlotFull(tx, checkout, now))
}

/** The checkout behind a link with its place, and whether anybody is on duty to deliver it. */
async function findCheckout(db: Db, link_token: string) {
  if (!isLinkToken(link_token)) return null
  const [found] = await byLink(db, { link_token })
  return found ?? null
}

const byLink = kept((db, { link_token }: Given<{ link_token: string }>) => {
  const anybody_on_duty = exists(ridersOnDuty(db)) as SQL<boolean>
  return db
    .select({
      checkout: checkouts,
      place: place_state,
      anybody_on_duty,
      run_closes_at: runs.closes_at,
      link_made_at: pay_links.made_at,
    })
    .from(checkouts)
    .leftJoin(runs, eq(runs.id, checkouts.run_id))
    .leftJoin(places, eq(places.id, checkouts.place_id))
    .leftJoin(pay_links, eq(pay_links.checkout_id, checkouts.id))
    .where(eq(checkouts.link_token, link_token))
})
