import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ada, nowhere } from '../../../test/ada.ts'
import { control } from '../../../test/control.ts'
import { promotionsUnderTest } from '../../../test/promotions.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { insertVendor, jollofFor, LUNCH_TIME, worldOfFile } from '../../../test/world.ts'
import { payForOrder } from '../../delivery/riders/rider-pay.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { kobo } from '../../money.ts'
import { messages } from '../../notifications/tables.ts'
import { handOverPlace } from '../../orders/hand-over-place.ts'
import { orders } from '../../orders/tables.ts'
import { places, ways } from '../../places/tables.ts'
import { endPromotion } from '../../promotions/end-promotion.ts'
import { DELIVERY_SETTINGS } from '../../settings/definitions.ts'
import { settings } from '../../settings/tables.ts'
import { checkoutSummary } from '../checkout-summary.ts'
import { being_paid, lockToGiveWay } from '../give-way.ts'
import { startPayment } from '../payment/start-payment.ts'
import { placeCheckout } from '../place-checkout.ts'
import { settleCheckout } from '../settlement/settle-checkout.ts'
import { checkouts } from '../tables.ts'
import { chooseHandOver, handOversOf } from './choose-hand-over.ts'
import { placeProblemOf } from './place-problem.ts'

const world = await worldOfFile()
const { db } = world.deps
const admin = await insertAccount(db, 'admin', { admin_role: 'owner' })
const { promotion, usesOf } = promotionsUnderTest(
  () => world,
  () => admin,
)
beforeEach(() => world.clock.set(LUNCH_TIME))
afterEach(async () => {
  await db.update(places).set({ closed_at: null })
  await db.delete(settings)
  expect(await findViolations(db)).toEqual([])
})

/** Jibowu Hall is 3 km north of the kitchens at North Gate; its gate and the Obele stop lie on the way there. */
const NORTH_GATE = { latitude: 7.30667, longitude: 5.13956 }
const north = (km: number) => ({ latitude: 7.30667 + km / 111.195, longitude: NORTH_GATE.longitude })
const planted = await db
  .insert(places)
  .values([
    { name: 'Jibowu Hall', kind: 'hostel', ...north(3) },
    { name: 'Jibowu Gate', kind: 'gate', ...north(2.5) },
    { name: 'Obele Stop', kind: 'building', ...north(2), meeting_point: true },
    { name: 'Far Stop', kind: 'building', ...north(1), meeting_point: true },
    { name: 'Behind Gate', kind: 'gate', ...north(3.5) },
  ])
  .returning()
const idOf = (name: string) => planted.find((place) => place.name === name)?.id ?? 0
const [hall, gate, stop, far, behind] = planted.map(({ id }) => id) as [number, number, number, number, number]
const [north_gate] = await db.select().from(places).where(eq(places.name, 'FUTA North Gate'))
await db.insert(ways).values(
  [
    [hall, gate, 4],
    [gate, stop, 5],
    [stop, far, 9],
    [hall, behind, 2],
    [far, north_gate?.id ?? 0, 9],
  ].map(([one = 0, other = 0, walk_minutes = 0]) => ({
    from_place_id: Math.min(one, other),
    to_place_id: Math.max(one, other),
    walk_minutes,
    ride_minutes: Math.ceil(walk_minutes / 3),
  })),
)

const placing = (
  how: Partial<Parameters<typeof placeCheckout>[1]> & Pick<Parameters<typeof placeCheckout>[1], 'cart'>,
) =>
  placeCheckout(world.deps, {
    idempotency_key: randomUUID(),
    form: { ...ada, address: 'Room 12, Jibowu Hall' },
    place: nowhere,
    ...how,
  })

async function placed(how: Parameters<typeof placing>[0]) {
  const answer = await placing(how)
  if (!answer.ok) throw new Error(answer.reason)
  return answer.value.link_token
}

async function summaryOf(link_token: string) {
  const summary = await checkoutSummary(db, link_token)
  if (!summary) throw new Error('no summary')
  return summary
}

async function chosen(link_token: string, name: string) {
  const answer = await chooseHandOver(world.deps, link_token, idOf(name))
  if (!answer.ok) throw new Error(answer.reason)
  return answer.value.link_token
}

const namesOf = async (link_token: string) =>
  (await handOversOf(db, await summaryOf(link_token))).map(({ kind, name, fee_kobo, walk_minutes }) => [
    ...[kind, name, fee_kobo, walk_minutes],
  ])

describe('what is offered', () => {
  test('is the door, the nearest gate and the nearest meeting point that cost less, in ten minutes', async () => {
    const link = await placed({ cart: [jollofFor(await insertVendor(db))] })
    expect(await namesOf(link)).toEqual([
      ['door', 'Jibowu Hall', 750_00, null],
      ['gate', 'Jibowu Gate', 625_00, 4],
      ['meeting_point', 'Obele Stop', 500_00, 9],
    ])
  })

  test('is nothing that is closed, or alike by the minimum, and nothing where no way is paid', async () => {
    const cart = [jollofFor(await insertVendor(db))]
    await db.update(places).set({ closed_at: LUNCH_TIME }).where(eq(places.id, gate))
    expect((await namesOf(await placed({ cart }))).map(([, name]) => name)).toEqual(['Jibowu Hall', 'Obele Stop'])
    expect(await namesOf(await placed({ cart, collects: true }))).toEqual([])
    const value = { ...DELIVERY_SETTINGS.default, minimum_fee_kobo: kobo(750_00) }
    await db.insert(settings).values({ key: DELIVERY_SETTINGS.key, value, updated_at: LUNCH_TIME })
    expect(await namesOf(await placed({ cart }))).toEqual([])
  })

  test('counts the ways of all kitchens of a cart, and one beyond which it is farther is out', async () => {
    const [one, other] = [await insertVendor(db), await insertVendor(db, { landmark: null, ...north(5.5) })]
    // From the other side the gate is farther by as much as it is nearer from this one.
    expect(await namesOf(await placed({ cart: [jollofFor(one), jollofFor(other)] }))).toEqual([])
    const both = [jollofFor(one), jollofFor(await insertVendor(db))]
    expect((await namesOf(await placed({ cart: both }))).map(([, , fee]) => fee)).toEqual([1500_00, 1250_00, 1000_00])
  })
})

describe('the choice', () => {
  test('is frozen with the quote: fee, rider’s pay, place and words follow it', async () => {
    const first = await placed({ cart: [jollofFor(await insertVendor(db))], tip_kobo: 100_00 })
    const link = await chosen(first, 'Obele Stop')
    expect(await chosen(first, 'Obele Stop')).toBe(link)
    const summary = await summaryOf(link)
    expect(summary).toMatchObject({
      delivery_fee: 500_00,
      tip: 100_00,
      total: 3_600_00,
      met_at: { name: 'Obele Stop' },
    })
    expect(summary.customer.address).toBe('Room 12, Jibowu Hall')
    const started = await startPayment(world.deps, link, { accepts_wait: true })
    expect(started).toMatchObject({ ok: true, value: { total: 3_600_00 } })
    await control(world).pay({ tx_ref: summary.tx_ref, amount: 3_600 })
    await settleCheckout(world.deps, { tx_ref: summary.tx_ref })
    const [order] = await db.select().from(orders).where(eq(orders.payment_reference, summary.tx_ref))
    expect(order).toMatchObject({ meet_at: 'Obele Stop', own_delivery_fee: 500_00, ...drop(2) })
    expect(order && handOverPlace(order)).toBe('Obele Stop, where the customer comes to (Room 12, Jibowu Hall)')
    expect(await payForOrder(db, order?.id ?? 0)).toBe(400_00)
    const receipt = eq(messages.dedupe_key, `receipt:${order?.checkout_id}`)
    const [mail] = await db.select().from(messages).where(receipt)
    expect(mail?.body).toContain('will come to: Obele Stop, where you meet the rider')
    const cheap_door = sql`jsonb_set(hand_overs, '{0,fee_kobo}', '100')`
    const planted = [
      { dear: sql`update checkouts set hand_overs = ${cheap_door} where link_token = ${link}`, subject: undefined },
      { dear: sql`update orders set meet_at = 'Jibowu Gate' where id = ${order?.id}`, subject: String(order?.id) },
    ]
    for (const { dear, subject } of planted) {
      const plant = db.transaction(async (tx) => {
        await tx.execute(dear)
        const found = await findViolations(tx as never)
        expect(found).toContainEqual(expect.objectContaining({ invariant: 'I2', ...(subject && { subject }) }))
        throw new Error('taken back')
      })
      await expect(plant).rejects.toThrow('taken back')
    }
    // Paid is paid.
    expect(await chooseHandOver(world.deps, link, hall)).toMatchObject({ reason: 'not_handed_over_there' })
  })

  test('can be taken back to the door, with its pin', async () => {
    const pin = { latitude: north(3).latitude + 0.0005, longitude: NORTH_GATE.longitude }
    const cart = [jollofFor(await insertVendor(db))]
    const first = await placed({ cart, place: { ...pin, offered: 'Jibowu Hall' } })
    const back = await chosen(await chosen(first, 'Jibowu Gate'), 'Jibowu Hall')
    expect(back).not.toBe(first)
    expect(await summaryOf(back)).toMatchObject({
      place: pin,
      met_at: null,
      delivery_fee: (await summaryOf(first)).delivery_fee,
    })
    expect(await chosen(back, 'Jibowu Hall')).toBe(back)
  })

  test('is refused for a place that was not offered, a forged one, and one that closed meanwhile', async () => {
    const cart = [jollofFor(await insertVendor(db))]
    const link = await placed({ cart })
    for (const place_id of [far, behind, 0, 2 ** 40, Number.NaN]) {
      expect(await chooseHandOver(world.deps, link, place_id)).toMatchObject({ reason: 'not_handed_over_there' })
      expect(await placing({ cart, hand_over: place_id })).toMatchObject({ reason: 'not_handed_over_there' })
    }
    expect(await chooseHandOver(world.deps, 'x'.repeat(24), gate)).toMatchObject({ reason: 'not_found' })
    await db.update(places).set({ closed_at: LUNCH_TIME }).where(eq(places.id, gate))
    expect(await chooseHandOver(world.deps, link, gate)).toMatchObject({ reason: 'not_handed_over_there' })
  })

  test('waits while a payment has begun, and is made once that has failed: what still comes goes back', async () => {
    const first = await placed({ cart: [jollofFor(await insertVendor(db))] })
    await startPayment(world.deps, first, { accepts_wait: true })
    // The page was read before the payment began.
    const late = db.transaction((tx) => lockToGiveWay(tx, first))
    await expect(late).rejects.toBe(being_paid)
    const { tx_ref } = await summaryOf(first)
    const pending = await control(world).pay({ tx_ref, amount: 3_750, outcome: 'pending' })
    // Nobody has told us of it, so the provider is asked.
    expect(await chooseHandOver(world.deps, first, gate)).toMatchObject({ reason: 'being_paid' })
    await settleCheckout(world.deps, { tx_ref })
    expect(await namesOf(first)).toEqual([])
    expect(await chooseHandOver(world.deps, first, gate)).toMatchObject({ reason: 'being_paid' })
    await control(world).settle(pending.transaction_id, 'failed')
    expect(await settleCheckout(world.deps, { tx_ref })).toBe('failed')
    expect(await namesOf(first)).toHaveLength(3)
    const link = await chosen(first, 'Jibowu Gate')
    expect(await startPayment(world.deps, link, { accepts_wait: true })).toMatchObject({ ok: true })
    await control(world).pay({ tx_ref, amount: 3_750 })
    expect(await settleCheckout(world.deps, { tx_ref })).toBe('refunding')
  })

  test('is made while nothing was tried in an open window, and what is still paid in it goes back', async () => {
    const first = await placed({ cart: [jollofFor(await insertVendor(db))] })
    await startPayment(world.deps, first, { accepts_wait: true })
    expect(await namesOf(first)).toHaveLength(3)
    const silent = () => Promise.reject(Object.assign(new Error('no answer'), { name: 'ProviderUnavailable' }))
    const unheard = { ...world.deps, confirmPayment: silent }
    expect(await chooseHandOver(unheard, first, gate)).toMatchObject({ reason: 'being_paid' })
    const { tx_ref, total } = await summaryOf(first)
    const links = await Promise.all([chosen(first, 'Jibowu Gate'), chosen(first, 'Jibowu Gate')])
    expect(new Set(links).size).toBe(1)
    await control(world).pay({ tx_ref, amount: total / 100 })
    expect(await settleCheckout(world.deps, { tx_ref })).toBe('refunding')
    expect(await startPayment(world.deps, links[0] ?? '', { accepts_wait: true })).toMatchObject({ ok: true })
  })

  test('is not made where the window was opened anew since the provider was asked', async () => {
    const first = await placed({ cart: [jollofFor(await insertVendor(db))] })
    await startPayment(world.deps, first, { accepts_wait: true })
    const confirmPayment = async (question: { tx_ref: string }) => {
      world.clock.advance(1)
      await startPayment(world.deps, first, { accepts_wait: true })
      return world.deps.confirmPayment(question)
    }
    const racing = { ...world.deps, confirmPayment }
    expect(await chooseHandOver(racing, first, gate)).toMatchObject({ reason: 'being_paid' })
  })

  test.each(['code', 'itself'] as const)('frees what the order before held of a promotion (%s)', async (taken) => {
    const { id, code } = await promotion({ taken, percent: '10', most_uses_each: '1' })
    const first = await placed({ cart: [jollofFor(await insertVendor(db))], code })
    await startPayment(world.deps, first, { accepts_wait: true })
    const { tx_ref } = await summaryOf(first)
    await control(world).pay({ tx_ref, amount: 3_450, outcome: 'failed' })
    expect(await settleCheckout(world.deps, { tx_ref })).toBe('failed')
    const link = await chosen(first, 'Jibowu Gate')
    expect(await summaryOf(link)).toMatchObject({ discount: 300_00, offers_left_out: [] })
    expect(await usesOf(id)).toMatchObject({ held: 1 })
    await endPromotion(world.deps, admin, id)
    if (taken === 'itself') return
    // Refused, it leaves what is held as it was.
    const refused = { reason: 'bad_code', details: { why: 'ended' } }
    expect(await chooseHandOver(world.deps, link, hall)).toMatchObject(refused)
    expect(await usesOf(id)).toMatchObject({ held: 1 })
  })

  test('that closes between quote and payment is refused before any money moves, and the door is offered', async () => {
    const link = await chosen(await placed({ cart: [jollofFor(await insertVendor(db))] }), 'Jibowu Gate')
    await db.update(places).set({ closed_at: LUNCH_TIME }).where(eq(places.id, gate))
    const gone = { reason: 'place_closed', details: { place: 'Jibowu Gate', instead: 'Jibowu Hall' } }
    expect(await startPayment(world.deps, link, { accepts_wait: true })).toMatchObject(gone)
    expect(await placeProblemOf(world.deps, link)).toMatchObject(gone)
  })

  test('stands beside a shared ride, which then goes to the place that was chosen', async () => {
    const cart = [jollofFor(await insertVendor(db))]
    const slot_from = new Date(LUNCH_TIME.getTime() + 2 * 60 * 60_000)
    const link = await placed({ cart, slot_from, shares_ride: true, hand_over: stop })
    expect(await summaryOf(link)).toMatchObject({ place_name: 'Obele Stop', delivery_fee: 500_00, shares_ride: true })
    expect(await namesOf(link)).toEqual([])
    const [row] = await db.select().from(checkouts).where(eq(checkouts.link_token, link))
    expect(row).toMatchObject({ place_id: stop, run_single_fee: 500_00 })
  })
})

function drop(km: number) {
  const { latitude, longitude } = north(km)
  return { customer_latitude: latitude, customer_longitude: longitude }
}
