import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { ada, nowhere } from '../../test/ada.ts'
import { insertRider } from '../../test/rider.ts'
import { insertVendor, jollofFor, worldOfFile } from '../../test/world.ts'
import type { CartLine } from '../catalog/menu/cart-line.ts'
import { riders } from '../delivery/tables.ts'
import { ways } from '../places/tables.ts'
import { settings } from '../settings/tables.ts'
import { type CustomerPlace, customer_place } from './forms.ts'
import { placeCheckout } from './place-checkout.ts'
import { checkouts } from './tables.ts'

const world = await worldOfFile()

const south_gate = { latitude: 7.29298, longitude: 5.14986 }

/** Presses Proceed with Ada's form. */
function proceed(request: { form?: Partial<typeof ada>; cart: CartLine[]; place?: Partial<CustomerPlace> }) {
  return placeCheckout(world.deps, {
    idempotency_key: randomUUID(),
    form: { ...ada, ...request.form },
    cart: request.cart,
    place: { ...nowhere, ...request.place },
  })
}

async function storedCheckout(answer: Awaited<ReturnType<typeof proceed>>) {
  if (!answer.ok) throw new Error(`refused: ${answer.reason}`)
  const [row] = await world.deps.db.select().from(checkouts).where(eq(checkouts.link_token, answer.value.link_token))
  if (!row) throw new Error('the checkout is not there')
  return row
}

describe('the delivery fee', () => {
  const at = (landmark: string) => insertVendor(world.deps.db, { landmark })
  const feeOf = async (request: Parameters<typeof proceed>[0]) =>
    (await storedCheckout(await proceed(request))).delivery_fee

  test("goes to where the customer's phone is, where the address names no place", async () => {
    const cart = [jollofFor(await at('FUTA North Gate'))]
    const checkout = await storedCheckout(await proceed({ cart, place: south_gate, form: { address: 'Kiosk 3' } }))
    expect(checkout).toMatchObject({ delivery_fee: 475_00, ...south_gate, place_id: expect.any(Number) })
  })

  test('goes to the place in the address, wherever the phone is', async () => {
    const cart = [jollofFor(await at('FUTA North Gate'))]
    const lagos = { latitude: 6.45407, longitude: 3.39467 }
    expect(await feeOf({ cart, place: south_gate })).toBe(600_00)
    expect(await feeOf({ cart, place: lagos })).toBe(600_00)
    expect(await feeOf({ cart, place: lagos, form: { address: 'Kiosk 3, FUTA South Gate' } })).toBe(475_00)
  })

  test('is not guessed: an order to Lagos is refused, with the nearest meeting point', async () => {
    const cart = [jollofFor(await at('FUTA North Gate'))]
    const place = { latitude: 6.45407, longitude: 3.39467 }
    const form = { address: 'Admiralty Way, Lekki' }
    expect(await proceed({ cart, place, form })).toMatchObject({
      reason: 'not_near',
      details: { instead: { name: 'FUTA Main Gate' } },
    })
    const instead = await storedCheckout(await proceed({ cart, place: { ...place, offered: 'FUTA Main Gate' }, form }))
    expect(instead.address).toBe('FUTA Main Gate, Admiralty Way, Lekki')
    expect(await proceed({ cart, place: { offered: 'Atlantis' }, form: { address: 'Room 1' } })).toMatchObject({
      reason: 'not_near',
    })
  })

  test('is not asked for where a kitchen does not deliver: the nearest meeting point in reach is offered', async () => {
    await world.deps.db.insert(settings).values({ key: 'order_rules', value: { reach_minutes: 3 } })
    const cart = [jollofFor(await at('FUTA North Gate'))]
    expect(await proceed({ cart })).toMatchObject({
      reason: 'out_of_reach',
      details: { place: { name: 'Jadesola Hall' }, instead: { name: 'FUTA North Gate' } },
    })
    expect(await proceed({ cart, form: { address: 'Kiosk 3' }, place: south_gate })).toMatchObject({
      reason: 'out_of_reach',
      details: { place: { name: 'FUTA South Gate' }, instead: { name: 'FUTA North Gate' } },
    })
    await world.deps.db.delete(settings)
  })

  test('is not asked for on the far side of a campus in two pieces: only what can be reached is offered', async () => {
    const cart = [jollofFor(await at('FUTA North Gate'))]
    const way = and(eq(ways.walk_minutes, 12), eq(ways.ride_minutes, 4))
    await world.deps.db.update(ways).set({ retired_at: new Date() }).where(way)
    expect(await proceed({ cart, form: { address: 'Kiosk 3, FUTA East Gate' } })).toMatchObject({
      reason: 'out_of_reach',
      details: { place: { name: 'FUTA East Gate' }, instead: { name: 'FUTA North Gate' } },
    })
    // The nearest meeting point to Lagos is not offered, because it lies in the other piece.
    const lagos = { latitude: 6.45407, longitude: 3.39467 }
    expect(await proceed({ cart, place: lagos, form: { address: 'Lekki' } })).toMatchObject({
      reason: 'not_near',
      details: { instead: { name: 'FUTA North Gate' } },
    })
    const both = [...cart, jollofFor(await at('Aluta Market'))]
    expect(await proceed({ cart: both })).toMatchObject({ reason: 'out_of_reach', details: { instead: null } })
    await world.deps.db.update(ways).set({ retired_at: null }).where(way)
  })

  test('is offered no meeting point to which those on duty would not bring it either', async () => {
    const cart = [jollofFor(await at('FUTA North Gate'))]
    const south = { cart, form: { address: 'Kiosk 3, FUTA South Gate' }, place: south_gate }
    const lekki = { cart, place: { latitude: 6.45407, longitude: 3.39467 }, form: { address: 'Lekki' } }
    expect(await proceed(lekki)).toMatchObject({ details: { instead: { name: 'FUTA Main Gate' } } })
    const walker = await insertRider(world.deps.db, { vehicle: 'on foot' })
    const answer = await proceed(lekki)
    if (answer.ok || answer.reason !== 'not_near' || !answer.details.instead) throw new Error('nothing was offered')
    const { name: offered } = answer.details.instead
    expect(await proceed({ ...lekki, place: { ...lekki.place, offered } })).toMatchObject({ ok: true })
    expect(await proceed(south)).toMatchObject({ reason: 'out_of_reach' })
    await world.deps.db.update(riders).set({ on_duty_since: null }).where(eq(riders.user_id, walker.user_id))
  })

  test('is refused where a gate closes while food is cooked: the way has to be open when it is ridden', async () => {
    const cart = [jollofFor(await at('FUTA North Gate'))]
    const at_night = { closed_from: '22:00', closed_until: '05:00' }
    await world.deps.db.update(ways).set(at_night).where(eq(ways.walk_minutes, 13))
    const start = world.clock.now()
    for (const [time, reason] of [
      ['21:00', undefined],
      ['21:50', 'out_of_reach'],
      ['04:50', undefined],
      ['04:30', 'out_of_reach'],
    ]) {
      world.clock.set(new Date(`2026-03-11T${time}:00+01:00`))
      expect(await proceed({ cart })).toMatchObject(reason ? { reason } : { ok: true })
    }
    world.clock.set(start)
    await world.deps.db.update(ways).set({ closed_from: null, closed_until: null })
  })

  test('is asked for whatever a phone made of its place: what makes no sense counts as not sent', async () => {
    const cart = [jollofFor(await at('FUTA North Gate'))]
    const forged = { latitude: 'north', longitude: '999', offered: 'www.lekki.com'.repeat(9) }
    expect(customer_place.parse(forged)).toEqual({ latitude: null, longitude: null, offered: null })
    const checkout = await storedCheckout(await proceed({ cart, place: { offered: 'The Moon' } }))
    expect(checkout).toMatchObject({ delivery_fee: 600_00, address: expect.not.stringContaining('Moon') })
  })
})

describe('the rules of an order', () => {
  afterEach(() => world.deps.db.delete(settings))

  test('hold a cart to so many kitchens', async () => {
    await world.deps.db.insert(settings).values({ key: 'order_rules', value: { most_kitchens: 2 } })
    const cart = [jollofFor(await insertVendor(world.deps.db)), jollofFor(await insertVendor(world.deps.db))]
    expect(await proceed({ cart })).toMatchObject({ ok: true })
    cart.push(jollofFor(await insertVendor(world.deps.db)))
    expect(await proceed({ cart })).toMatchObject({ reason: 'too_many_kitchens', details: { most: 2 } })
  })

  test('ask for a smallest order, and say what is missing', async () => {
    await world.deps.db.insert(settings).values({ key: 'order_rules', value: { minimum_order_kobo: 3_500_00 } })
    const cart = [jollofFor(await insertVendor(world.deps.db))]
    expect(await proceed({ cart })).toMatchObject({ reason: 'below_minimum', details: { missing_kobo: 500_00 } })
    expect(await proceed({ cart: cart.map((line) => ({ ...line, quantity: 3 })) })).toMatchObject({ ok: true })
  })

  test('can make a small order cost more, which stands in the fee', async () => {
    const value = { small_order_below_kobo: 3_500_00, small_order_fee_kobo: 150_00 }
    await world.deps.db.insert(settings).values({ key: 'order_rules', value })
    const stored = await storedCheckout(await proceed({ cart: [jollofFor(await insertVendor(world.deps.db))] }))
    expect(stored).toMatchObject({ delivery_fee: 750_00, total: 3_750_00 })
  })
})
