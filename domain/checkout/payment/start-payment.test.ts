import { createHash, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ada, nowhere } from '../../../test/ada.ts'
import { control } from '../../../test/control.ts'
import { checkOpenCheckouts } from '../../../test/due-work.ts'
import { untilWaitingForLocks } from '../../../test/locks.ts'
import { insertRider } from '../../../test/rider.ts'
import { insertVendor, jollofFor, startedCheckout, worldOfFile } from '../../../test/world.ts'
import { food, vendors } from '../../catalog/tables.ts'
import { goOffDuty } from '../../delivery/riders/go-on-duty.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { kobo } from '../../money.ts'
import { places, ways } from '../../places/tables.ts'
import { checkoutSummary } from '../checkout-summary.ts'
import { agreesToWait } from '../hand-over/agrees-to-wait.ts'
import { placeCheckout } from '../place-checkout.ts'
import { settleCheckout } from '../settlement/settle-checkout.ts'
import { checkouts } from '../tables.ts'
import { startPayment } from './start-payment.ts'

const world = await worldOfFile()
const bank = control(world)

beforeEach(() => bank.reset())
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

async function placedCheckout() {
  const vendor = await insertVendor(world.deps.db)
  const placed = await placeCheckout(world.deps, {
    idempotency_key: randomUUID(),
    form: ada,
    cart: [jollofFor(vendor)],
    place: nowhere,
  })
  if (!placed.ok) throw new Error(`not placed: ${placed.reason}`)
  return { vendor, link_token: placed.value.link_token }
}

async function checkoutAt(link_token: string) {
  const [row] = await world.deps.db.select().from(checkouts).where(eq(checkouts.link_token, link_token))
  if (!row) throw new Error('no checkout')
  return row
}

describe('opening the payment window', () => {
  test('is refused while nothing is brought to where the customer ordered, and said on the summary', async () => {
    const { link_token } = await placedCheckout()
    const hall = eq(places.name, 'Jadesola Hall')
    for (const closed of [{ closed_at: world.clock.now() }, { closed_at: null, retired_at: world.clock.now() }]) {
      await world.deps.db.update(places).set(closed).where(hall)
      expect(await startPayment(world.deps, link_token, { accepts_wait: true })).toMatchObject({
        reason: 'place_closed',
        details: { place: 'Jadesola Hall', instead: 'FUTA North Gate' },
      })
      expect((await checkoutSummary(world.deps.db, link_token))?.closed_place).toBe('Jadesola Hall')
    }
    await world.deps.db.update(places).set({ closed_at: null, retired_at: null }).where(hall)
    expect(await startPayment(world.deps, link_token, { accepts_wait: true })).toMatchObject({ ok: true })
  })

  test('is refused for a place out of reach: by a way that an admin took away, or closed at this hour', async () => {
    const { vendor, link_token } = await placedCheckout()
    const bridge = eq(ways.walk_minutes, 13)
    const start = () => startPayment(world.deps, link_token, { accepts_wait: true })
    const refusal = {
      reason: 'out_of_reach',
      details: { vendor_name: vendor.name, place: 'Jadesola Hall', instead: 'FUTA North Gate' },
    }
    for (const gone of [
      { retired_at: world.clock.now() },
      { retired_at: null, closed_from: '11:00', closed_until: '13:00' },
    ]) {
      await world.deps.db.update(ways).set(gone).where(bridge)
      expect(await start()).toMatchObject(refusal)
      expect(await checkoutAt(link_token)).toMatchObject({ payment_started_at: null, payable_until: null })
    }
    // For a slot it is the hour of the slot that counts.
    await world.deps.db
      .update(checkouts)
      .set({ slot_from: later(90) })
      .where(eq(checkouts.link_token, link_token))
    expect(await start()).toMatchObject({ ok: true })
    await world.deps.db.update(ways).set({ closed_from: null, closed_until: null }).where(bridge)
  })

  test("answers the provider's options for the stored amount, and no secret", async () => {
    const { link_token } = await placedCheckout()
    const started = await startPayment(world.deps, link_token, { accepts_wait: true })
    const { tx_ref } = await checkoutAt(link_token)
    if (!started.ok) throw new Error(started.reason)
    const window = world.deps.payments.paymentWindow(started.value)
    expect(window).toMatchObject({
      script_url: `${world.sandbox.url}/flutterwave/v3.js`,
      global_name: 'FlutterwaveCheckout',
      options: {
        public_key: world.keys.public_key,
        tx_ref,
        amount: 3600,
        currency: 'NGN',
        payment_options: 'card, ussd, banktransfer',
        customer: { email: 'ada@example.com', phone_number: '+2348031234567', name: 'Ada Obi' },
        payload_hash: sha256(`3600NGNada@example.com${tx_ref}${sha256(world.keys.secret_key)}`),
      },
    })
    expect(JSON.stringify(window)).not.toContain(world.keys.secret_key)
  })

  test('gives an hour to pay, and the poller something to ask about', async () => {
    const { link_token } = await placedCheckout()
    await startPayment(world.deps, link_token, { accepts_wait: true })
    const now = world.clock.now()
    expect(await checkoutAt(link_token)).toMatchObject({
      payment_started_at: now,
      payable_until: new Date(now.getTime() + 3_600_000),
      next_check_at: new Date(now.getTime() + 5_000),
    })
  })

  test('twice pays the same tx_ref, and gives the hour anew', async () => {
    const { link_token } = await placedCheckout()
    const first = await startPayment(world.deps, link_token, { accepts_wait: true })
    world.clock.advance(45 * 60)
    expect(await startPayment(world.deps, link_token, { accepts_wait: true })).toEqual(first)
    expect((await checkoutAt(link_token)).payable_until).toEqual(new Date(world.clock.now().getTime() + 3_600_000))
  })

  test('asks no map: the fee was settled when the checkout was stored', async () => {
    const { vendor, link_token } = await placedCheckout()
    await setVendor(vendor.user_id, { landmark: null, address: 'Road Block, Akure' })
    const search = () => Promise.reject(new Error('the map was asked'))
    const started = await startPayment({ ...world.deps, geocoder: { ...world.deps.geocoder, search } }, link_token, {
      accepts_wait: true,
    })
    expect(started).toMatchObject({ ok: true })
  })

  test('with nobody on duty the customer has to agree to wait, once; with a rider nobody asks', async () => {
    const { link_token } = await placedCheckout()
    const start = (accepts_wait: boolean) => startPayment(world.deps, link_token, { accepts_wait })
    expect(await start(false)).toMatchObject({ reason: 'nobody_on_duty' })
    const agrees = async () => {
      const summary = await checkoutSummary(world.deps.db, link_token)
      return summary && agreesToWait(summary.wait, world.clock.now())
    }
    expect(await agrees()).toBe(false)
    expect(await start(true)).toMatchObject({ ok: true })
    // For as long as that payment is open; who comes back later is asked again.
    world.clock.advance(60 * 60)
    expect(await agrees()).toBe(true)
    expect(await start(false)).toMatchObject({ ok: true })
    world.clock.advance(1)
    expect(await agrees()).toBe(false)
    expect(await start(false)).toMatchObject({ reason: 'nobody_on_duty' })
    expect(await start(true)).toMatchObject({ ok: true })
    expect(await start(false)).toMatchObject({ ok: true })
    const rider = await insertRider(world.deps.db)
    const other = await placedCheckout()
    expect(await startPayment(world.deps, other.link_token, { accepts_wait: false })).toMatchObject({
      ok: true,
    })
    await goOffDuty(world.deps, rider)
  })

  test('again after it expired makes it payable again', async () => {
    const checkout = await startedCheckout(world)
    world.clock.advance(66 * 60)
    while ((await checkOpenCheckouts(world.deps)) > 0);
    expect((await checkoutAt(checkout.link_token)).status).toBe('Expired')
    expect(await startPayment(world.deps, checkout.link_token, { accepts_wait: true })).toMatchObject({
      ok: true,
    })
    await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600 })
    expect(await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })).toBe('paid')
  })
})

describe('is refused', () => {
  test('for a link that nobody was given', async () => {
    expect(await startPayment(world.deps, 'guessed', { accepts_wait: true })).toMatchObject({
      ok: false,
      reason: 'not_found',
    })
    expect(await startPayment(world.deps, '', { accepts_wait: true })).toMatchObject({
      ok: false,
      reason: 'not_found',
    })
  })

  test('once it is paid', async () => {
    const checkout = await startedCheckout(world)
    await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600 })
    await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })
    expect(await startPayment(world.deps, checkout.link_token, { accepts_wait: true })).toMatchObject({
      ok: false,
      reason: 'paid',
    })
  })

  test.each([
    ['the price changed', 'price', (vendor_id: string) => setFood(vendor_id, { price: kobo(1_600_00) })],
    [
      'the dish is gone',
      'gone',
      (vendor_id: string) => world.deps.db.delete(food).where(eq(food.vendor_id, vendor_id)),
    ],
    ['the dish is sold out', 'sold_out', (vendor_id: string) => setFood(vendor_id, { sold_out_until: tomorrow() })],
    ['the vendor closed', 'vendor_unavailable', (vendor_id: string) => setVendor(vendor_id, { week_hours: [] })],
    [
      'the vendor paused',
      'vendor_unavailable',
      (vendor_id: string) => setVendor(vendor_id, { paused_until: tomorrow() }),
    ],
    [
      'the vendor was deactivated',
      'vendor_unavailable',
      (vendor_id: string) => setVendor(vendor_id, { status: 'Inactive' }),
    ],
  ] as const)('when %s between cart and payment', async (_, kind, change) => {
    const { vendor, link_token } = await placedCheckout()
    await change(vendor.user_id)
    expect(await startPayment(world.deps, link_token, { accepts_wait: true })).toMatchObject({
      ok: false,
      reason: 'cart_changed',
      details: { changes: [{ change: { kind } }] },
    })
    expect(await checkoutAt(link_token)).toMatchObject({ payment_started_at: null, payable_until: null })
  })
})

describe('what is paid stays paid', () => {
  test('when the window is opened while the settlement runs, twenty times at once', async () => {
    const checkout = await startedCheckout(world)
    await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600 })
    await Promise.all([
      ...Array.from({ length: 20 }, () => startPayment(world.deps, checkout.link_token, { accepts_wait: true })),
      settleCheckout(world.deps, { tx_ref: checkout.tx_ref }),
    ])
    expect(await checkoutAt(checkout.link_token)).toMatchObject({
      status: 'Paid',
      next_check_at: in_ten_minutes(),
    })
  })

  test('when the settlement commits between the reading of the checkout and its start', async () => {
    const checkout = await startedCheckout(world)
    await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600 })
    const { settling, starting } = await world.deps.db.transaction(async (tx) => {
      await tx.select().from(checkouts).where(eq(checkouts.id, checkout.id)).for('update')
      const settling = settleCheckout(world.deps, { tx_ref: checkout.tx_ref })
      await untilWaitingForLocks(world.deps.db, 1)
      const starting = startPayment(world.deps, checkout.link_token, { accepts_wait: true })
      await untilWaitingForLocks(world.deps.db, 2)
      return { settling, starting }
    })
    expect(await settling).toBe('paid')
    expect(await starting).toMatchObject({ ok: false, reason: 'paid' })
    expect(await checkoutAt(checkout.link_token)).toMatchObject({
      status: 'Paid',
      next_check_at: in_ten_minutes(),
    })
  })
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const in_ten_minutes = () => new Date(world.clock.now().getTime() + 600_000)
const later = (minutes: number) => new Date(world.clock.now().getTime() + minutes * 60_000)
const tomorrow = () => new Date(world.clock.now().getTime() + 86_400_000)
const setFood = (vendor_id: string, change: Partial<typeof food.$inferInsert>) =>
  world.deps.db.update(food).set(change).where(eq(food.vendor_id, vendor_id))
const setVendor = (user_id: string, change: Partial<typeof vendors.$inferInsert>) =>
  world.deps.db.update(vendors).set(change).where(eq(vendors.user_id, user_id))
