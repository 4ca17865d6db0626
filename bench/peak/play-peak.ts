import { randomUUID } from 'node:crypto'
import { count, eq, gte } from 'drizzle-orm'
import type { Geocoder } from '../../adapters/maps/geocoder.ts'
import type { PaymentProvider } from '../../adapters/payments/payment-provider.ts'
import type { Db } from '../../db/handle.ts'
import { startPayment } from '../../domain/checkout/payment/start-payment.ts'
import { placeCheckout } from '../../domain/checkout/place-checkout.ts'
import { settleCheckout } from '../../domain/checkout/settlement/settle-checkout.ts'
import { checkouts } from '../../domain/checkout/tables.ts'
import type { movableClock } from '../../domain/clock.ts'
import { dispatcher } from '../../domain/delivery/dispatch/dispatch-waiting.ts'
import { goOnDuty } from '../../domain/delivery/riders/go-on-duty.ts'
import { deliveries, offers, order_promises } from '../../domain/delivery/tables.ts'
import { keptPromises } from '../../domain/delivery/windows/kept-promises.ts'
import { refreshSpeeds } from '../../domain/delivery/windows/refresh-speeds.ts'
import type { Announce } from '../../domain/events.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { acceptOrder } from '../../domain/orders/acceptance/accept-order.ts'
import { completeOrder } from '../../domain/orders/complete-order.ts'
import { closeRuns } from '../../domain/orders/runs/close-runs.ts'
import { orders } from '../../domain/orders/tables.ts'
import { seededRandom } from '../../domain/seeded-random.ts'
import { ada, nowhere } from '../../test/ada.ts'
import { normal } from '../dispatch/normal.ts'
import { type HostelFigures, type Hostels, type HostelWish, hostelFigures, hostelWish } from './hostel-orders.ts'
import { callRiders, openVendors, type PeakRider, type Vendor } from './peak-people.ts'
import { rideAlong } from './ride-along.ts'

export type PeakDeps = {
  db: Db
  clock: ReturnType<typeof movableClock>
  payments: PaymentProvider
  geocoder: Geocoder
  announce: Announce
  /** Pays a charge at the sandbox, in naira. */
  pay(tx_ref: string, naira: number): Promise<unknown>
}

export type Peak = {
  seed: number
  orders: number
  riders: number
  minutes: number
  /** Lunches of the days before the last one, from which speeds are learned. */
  lunches_before: number
  /** Every other order is to a hostel for a slot, and those share rides or not; none when left out. */
  hostels?: Hostels
}

export type PeakFigures = {
  placed: number
  delivered: number
  kept: number
  /** How wide the first window was in the mean. */
  width_minutes: number
  /** Minutes from paid to handed over. */
  click_to_door: number[]
  offers: Readonly<Record<string, number>>
  /** Orders that the admins were told have no rider. */
  alarmed: number
  violations: unknown[]
  /** Null where none was to a hostel. */
  hostels: HostelFigures | null
}

const TICK_S = 15
const DAY_MS = 24 * 60 * 60 * 1000
/** After the last order; what is not delivered by then is stranded. */
const AFTERWARDS_MINUTES = 180
const VENDOR_NOISE = 0.2
const DOOR_SPREAD_DEGREES = 0.004
/** How often the worker is killed and another takes over, and how often two run at once. */
const WORKER_DIES = 0.03
const TWO_WORKERS = 0.03

/**
 * Simulates lunch peaks on the demo campus, a day apart, with the product's own verbs, a real database and a movable
 * clock: orders arrive as around noon, vendors are late or early, riders decline, do not answer, rest, lose the
 * network, and the worker dies. The same seed makes the same people; if two requests race, the database decides.
 * Answers the figures of each lunch, the first one first.
 */
export async function playPeak(deps: PeakDeps, peak: Peak): Promise<PeakFigures[]> {
  const { db, clock } = deps
  const random = seededRandom(peak.seed)
  const vendors = await openVendors(db)
  const fleet = await callRiders(db, deps.announce, peak.riders, clock.now())
  const figures: PeakFigures[] = []
  for (let before = 0; before <= peak.lunches_before; before++) {
    const began = clock.now()
    if (before > 0) for (const rider of fleet) await goOnDuty(deps, rider.actor)
    await playLunch(deps, peak, { vendors, fleet, random })
    const hostels = peak.hostels ? await hostelFigures(db, began) : null
    figures.push({ ...(await figuresOf(db, began, clock.now())), hostels })
    if (before === peak.lunches_before) break
    await refreshSpeeds(deps)
    clock.set(new Date(began.getTime() + DAY_MS))
  }
  return figures
}

type People = { vendors: readonly Vendor[]; fleet: readonly PeakRider[]; random: () => number }

async function playLunch(deps: PeakDeps, peak: Peak, { vendors, fleet, random }: People): Promise<void> {
  const { db, clock } = deps
  const began = clock.now()
  const rides = fleet.map((rider) => rideAlong(deps, rider, random))
  const arrivals = Array.from({ length: peak.orders }, () => {
    const share = Math.min(1, Math.max(0, 0.5 + normal(random) / 5))
    return began.getTime() + share * peak.minutes * 60_000
  }).sort((left, right) => left - right)
  let placed = 0
  let dispatch = dispatcher(deps)
  let chores: { at_ms: number; work(): Promise<unknown> }[] = []
  const last_ms = began.getTime() + (peak.minutes + AFTERWARDS_MINUTES) * 60_000

  while (clock.now().getTime() < last_ms) {
    clock.advance(TICK_S)
    const now_ms = clock.now().getTime()
    while ((arrivals[0] ?? Number.POSITIVE_INFINITY) <= now_ms) {
      arrivals.shift()
      const chosen = vendors[Math.floor(random() * vendors.length)]
      const wish = peak.hostels ? hostelWish(placed++, vendors, began) : null
      const vendor = wish?.vendor ?? chosen
      if (!vendor) throw new Error('No kitchen is open')
      const order = await placeOrder(deps, vendor, random, wish && { ...wish, hostels: peak.hostels })
      const { preparation_minutes: minutes, actor } = vendor
      const order_id = order.id
      const accepted_ms = now_ms + (20 + random() * 140) * 1000
      const begins_ms = Math.max(accepted_ms, order.begin_at?.getTime() ?? 0)
      const cooked_ms = begins_ms + minutes * 60_000 * Math.max(0.4, 1 + normal(random) * VENDOR_NOISE)
      chores.push(
        { at_ms: accepted_ms, work: () => acceptOrder(deps, actor, { order_id, minutes }) },
        { at_ms: cooked_ms, work: () => completeOrder(deps, actor, order_id) },
      )
    }
    const due = chores.filter(({ at_ms }) => at_ms <= now_ms)
    chores = chores.filter((chore) => !due.includes(chore))
    for (const { work } of due) await work()
    if (peak.hostels) await closeRuns(deps)
    if (random() < WORKER_DIES) dispatch = dispatcher(deps)
    if (random() < TWO_WORKERS) await Promise.all([dispatch(), dispatcher(deps)()])
    else await dispatch()
    for (const ride of rides) await ride()
    if (arrivals.length === 0 && chores.length === 0 && (await openDeliveries(db)) === 0) break
  }
}

async function openDeliveries(db: Db): Promise<number> {
  const rows = await db.select({ status: deliveries.status }).from(deliveries)
  return rows.filter(({ status }) => status !== 'Delivered' && status !== 'Cancelled').length
}

type Wish = HostelWish & { hostels: Hostels | undefined }

/** A customer near one of the vendors' landmarks, or in a hostel, orders and pays, and the payment is settled. */
async function placeOrder(deps: PeakDeps, vendor: Vendor, random: () => number, wish: Wish | null) {
  const near = () => (random() - 0.5) * 2 * DOOR_SPREAD_DEGREES
  const point = { latitude: vendor.point.latitude + near(), longitude: vendor.point.longitude + near() }
  const at_once = { form: ada, place: { ...point, offered: null } }
  const in_slot = wish && {
    ...{ form: { ...ada, address: `Room 12, ${wish.hall}` }, place: nowhere, slot_from: wish.slot_from },
  }
  // Who comes too late for the ride orders alone, and who comes too late for the slot at once.
  const tries = [
    ...(in_slot && wish.hostels === 'together' ? [{ ...in_slot, shares_ride: true }] : []),
    ...(in_slot ? [in_slot] : []),
    at_once,
  ]
  const cart = [{ vendor_id: vendor.actor.user_id, ...vendor.dish, quantity: 1 }]
  for (const wanted of tries) {
    const placed = await placeCheckout(deps, { idempotency_key: randomUUID(), cart, ...wanted })
    if (!placed.ok) continue
    const { link_token } = placed.value
    const started = await startPayment(deps, link_token, { accepts_wait: true })
    if (started.ok) return settle(deps, link_token)
  }
  throw new Error('Nothing could be ordered')
}

async function settle(deps: PeakDeps, link_token: string): Promise<typeof orders.$inferSelect> {
  const [checkout] = await deps.db.select().from(checkouts).where(eq(checkouts.link_token, link_token))
  if (!checkout) throw new Error('A checkout disappeared')
  await deps.pay(checkout.tx_ref, checkout.total / 100)
  await settleCheckout(deps, { tx_ref: checkout.tx_ref })
  const [order] = await deps.db.select().from(orders).where(eq(orders.checkout_id, checkout.id))
  if (!order) throw new Error('A paid checkout has no order')
  return order
}

async function figuresOf(db: Db, began: Date, now: Date): Promise<Omit<PeakFigures, 'hostels'>> {
  const rows = await db
    .select({
      status: deliveries.status,
      closed_at: deliveries.closed_at,
      created_at: orders.created_at,
      first_from: order_promises.first_promised_from,
      first_until: order_promises.first_promised_until,
    })
    .from(orders)
    .innerJoin(order_promises, eq(order_promises.order_id, orders.id))
    .leftJoin(deliveries, eq(deliveries.order_id, orders.id))
    .where(gte(orders.created_at, began))
  const promises = await keptPromises(db, { from: began, until: new Date(now.getTime() + 1) })
  const by_status = await db
    .select({ status: offers.status, many: count() })
    .from(offers)
    .where(gte(offers.offered_at, began))
    .groupBy(offers.status)
  const widths = rows.map(({ first_from, first_until }) => (first_until.getTime() - first_from.getTime()) / 60_000)
  return {
    placed: rows.length,
    ...promises,
    width_minutes: widths.reduce((all, minutes) => all + minutes, 0) / widths.length,
    click_to_door: rows.flatMap(({ status, closed_at, created_at }) =>
      status === 'Delivered' && closed_at ? [(closed_at.getTime() - created_at.getTime()) / 60_000] : [],
    ),
    offers: Object.fromEntries(by_status.map(({ status, many }) => [status, many])),
    alarmed: await db.$count(deliveries, gte(deliveries.alarmed_at, began)),
    violations: await findViolations(db),
  }
}
