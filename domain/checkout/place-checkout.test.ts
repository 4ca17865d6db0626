import { randomUUID } from 'node:crypto'
import { count, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { ada, nowhere } from '../../test/ada.ts'
import { insertVendor, jollofFor, LUNCH_TIME, worldOfFile } from '../../test/world.ts'
import type { CartLine } from '../catalog/menu/cart-line.ts'
import { food, vendors } from '../catalog/tables.ts'
import { kobo } from '../money.ts'
import { type CustomerPlace, isTooMuch } from './forms.ts'
import { placeCheckout } from './place-checkout.ts'
import { checkouts } from './tables.ts'

const world = await worldOfFile()

/** Presses Proceed with Ada's form and one vendor's jollof, changed where a test says so. */
async function proceed(
  request: { form?: Partial<typeof ada>; cart?: CartLine[]; place?: Partial<CustomerPlace>; key?: string } = {},
) {
  return placeCheckout(world.deps, {
    idempotency_key: request.key ?? randomUUID(),
    form: { ...ada, ...request.form },
    cart: request.cart ?? [jollofFor(await insertVendor(world.deps.db))],
    place: { ...nowhere, ...request.place },
  })
}

async function storedCheckout(answer: Awaited<ReturnType<typeof proceed>>) {
  if (!answer.ok) throw new Error(`refused: ${answer.reason}`)
  const [row] = await world.deps.db.select().from(checkouts).where(eq(checkouts.link_token, answer.value.link_token))
  if (!row) throw new Error('the checkout is not there')
  return row
}

async function checkoutCount(): Promise<number> {
  const [row] = await world.deps.db.select({ rows: count() }).from(checkouts)
  return row?.rows ?? 0
}

describe('a cart as the customer saw it', () => {
  test('is stored with our prices, the fee, a tx_ref of ours and an unguessable link', async () => {
    const vendor = await insertVendor(world.deps.db)
    const cart = [jollofFor(vendor), { ...jollofFor(vendor, 3), name: 'Zobo', price_kobo: kobo(500_00) }]
    const checkout = await storedCheckout(await proceed({ cart, form: { note: ' less pepper ' } }))
    expect(checkout).toMatchObject({
      status: 'Open',
      first_name: 'Ada',
      phone: '+2348031234567',
      note: 'less pepper',
      subtotal: 4_500_00,
      delivery_fee: 600_00,
      total: 5_100_00,
      currency: 'NGN',
      payment_started_at: null,
      next_check_at: null,
      lines: [
        {
          vendor_id: vendor.user_id,
          vendor_name: vendor.name,
          name: 'Jollof Rice',
          price_kobo: 1_500_00,
          quantity: 2,
        },
        {
          vendor_id: vendor.user_id,
          vendor_name: vendor.name,
          name: 'Zobo',
          price_kobo: 500_00,
          quantity: 3,
        },
      ],
    })
    expect(checkout.tx_ref).toMatch(/^CHOW-\d+-[0-9a-f]{12}$/)
    expect(checkout.link_token).toMatch(/^[\w-]{24}$/)
  })

  test('takes its words from the menu, however the browser wrote them', async () => {
    const vendor = await insertVendor(world.deps.db)
    const checkout = await storedCheckout(await proceed({ cart: [{ ...jollofFor(vendor), name: ' jollof rice ' }] }))
    expect(checkout.lines[0]?.name).toBe('Jollof Rice')
  })
})

describe('a form that cannot be right is refused beside its field', () => {
  test.each(['firstName', 'lastName', 'email', 'phone', 'address'] as const)('%s is blank', async (field) => {
    for (const blank of ['', '   ', '\n\t']) {
      const answer = await proceed({ form: { [field]: blank } })
      expect(answer).toMatchObject({ ok: false, reason: 'fields' })
      if (!answer.ok) expect(Object.keys(answer.details ?? {})).toEqual([field])
    }
  })

  test.each(['ada', 'ada@', '@example.com', 'ada@example', 'ada obi@example.com', 'ada@@example.com'])(
    '%s cannot receive mail',
    async (email) => {
      expect(await proceed({ form: { email } })).toMatchObject({
        reason: 'fields',
        details: { email: expect.stringContaining('cannot receive mail') },
      })
    },
  )

  test.each(['12345', 'call me', '0803 123 456', '+234 803 123 45678'])('%s is no phone number', async (phone) => {
    expect(await proceed({ form: { phone } })).toMatchObject({
      reason: 'fields',
      details: { phone: expect.stringContaining('does not exist') },
    })
  })

  test.each([
    ['firstName', 61],
    ['address', 301],
    ['note', 201],
  ] as const)('%s is longer than anybody needs', async (field, length) => {
    const answer = await proceed({ form: { [field]: 'x'.repeat(length) } })
    expect(answer).toMatchObject({ reason: 'fields', details: { [field]: expect.stringContaining('under') } })
  })

  test('every wrong field is told at once, and nothing is stored', async () => {
    const before = await checkoutCount()
    const answer = await proceed({ form: { firstName: '', email: 'ada', phone: '1' } })
    if (answer.ok || answer.reason !== 'fields') throw new Error('not refused for its fields')
    expect(Object.keys(answer.details).sort()).toEqual(['email', 'firstName', 'phone'])
    expect(await checkoutCount()).toBe(before)
  })
})

describe('a cart that is no longer true is refused with what changed', () => {
  const refusedWith = (change: object) => ({
    ok: false,
    reason: 'cart_changed',
    details: { changes: [{ change }] },
  })
  const seedVendor = (vendor: Partial<typeof vendors.$inferInsert> = {}) => insertVendor(world.deps.db, vendor)

  test('a price that rose, and one that fell', async () => {
    for (const now_kobo of [kobo(1_600_00), kobo(1_400_00)]) {
      const vendor = await seedVendor()
      await world.deps.db.update(food).set({ price: now_kobo }).where(eq(food.vendor_id, vendor.user_id))
      expect(await proceed({ cart: [jollofFor(vendor)] })).toMatchObject(
        refusedWith({ kind: 'price', was_kobo: 1_500_00, now_kobo }),
      )
    }
  })

  test('a price that the browser made up', async () => {
    const cart = [{ ...jollofFor(await seedVendor()), price_kobo: kobo(1) }]
    expect(await proceed({ cart })).toMatchObject(refusedWith({ kind: 'price', was_kobo: 1, now_kobo: 1_500_00 }))
  })

  test('a dish that is gone, and one that never was', async () => {
    const vendor = await seedVendor()
    await world.deps.db.delete(food).where(eq(food.vendor_id, vendor.user_id))
    expect(await proceed({ cart: [jollofFor(vendor)] })).toMatchObject(refusedWith({ kind: 'gone' }))
    const unicorn = { ...jollofFor(await seedVendor()), name: 'Unicorn Suya' }
    expect(await proceed({ cart: [unicorn] })).toMatchObject(refusedWith({ kind: 'gone' }))
  })

  test('a vendor that never was, and one without a name', async () => {
    expect(await proceed({ cart: [jollofFor({ user_id: randomUUID() })] })).toMatchObject(refusedWith({ kind: 'gone' }))
    const nameless = await seedVendor({ name: null })
    expect(await proceed({ cart: [jollofFor(nameless)] })).toMatchObject(refusedWith({ kind: 'gone' }))
  })

  test("another vendor's dish under this vendor's id", async () => {
    const [one, two] = [await seedVendor(), await seedVendor()]
    await world.deps.db.insert(food).values({ vendor_id: two.user_id, name: 'Amala', price: kobo(900_00) })
    const cart = [{ vendor_id: one.user_id, name: 'Amala', price_kobo: kobo(900_00), quantity: 1 }]
    expect(await proceed({ cart })).toMatchObject(refusedWith({ kind: 'gone' }))
  })

  test('a dish that is sold out', async () => {
    const vendor = await seedVendor()
    const sold_out_until = new Date(LUNCH_TIME.getTime() + 60_000)
    await world.deps.db.update(food).set({ sold_out_until }).where(eq(food.vendor_id, vendor.user_id))
    expect(await proceed({ cart: [jollofFor(vendor)] })).toMatchObject(refusedWith({ kind: 'sold_out' }))
  })

  test.each([
    ['closed by its hours', { week_hours: [[], [], [], [], [], [], []] }, 'Closed'],
    ['paused', { paused_until: new Date(LUNCH_TIME.getTime() + 60_000) }, 'Busy. Not taking orders for now'],
    ['not yet admitted', { status: 'Pending' }, 'Not taking orders'],
    ['deactivated', { status: 'Inactive' }, 'Not taking orders'],
  ] as const)('a vendor that is %s', async (_, vendor, text) => {
    const row = await seedVendor(vendor)
    expect(await proceed({ cart: [jollofFor(row)] })).toMatchObject(
      refusedWith({ kind: 'vendor_unavailable', vendor_name: row.name, text }),
    )
  })

  test('an empty cart is no order', async () => {
    expect(await proceed({ cart: [] })).toMatchObject({
      reason: 'cart_changed',
      details: { lines: [], subtotal_kobo: 0 },
    })
  })
})

test('a total beyond NGN 5,000,000 is refused as a slip of the finger', async () => {
  const vendor = await insertVendor(world.deps.db)
  expect(await proceed({ cart: [jollofFor(vendor, 3_333)] })).toMatchObject({
    ok: false,
    reason: 'too_large',
  })
  expect(await proceed({ cart: [jollofFor(vendor, 3_332)] })).toMatchObject({ ok: true })
})

describe('one press of Proceed', () => {
  test('sent twice is one checkout, even when the cart changed in between', async () => {
    const vendor = await insertVendor(world.deps.db)
    const request = { key: randomUUID(), cart: [jollofFor(vendor)] }
    const first = await proceed(request)
    await world.deps.db.update(vendors).set({ status: 'Inactive' }).where(eq(vendors.user_id, vendor.user_id))
    expect(await proceed(request)).toEqual(first)
  })

  test('sent twenty times at once is one checkout', async () => {
    const request = { key: randomUUID(), cart: [jollofFor(await insertVendor(world.deps.db))] }
    const before = await checkoutCount()
    const answers = await Promise.all(Array.from({ length: 20 }, () => proceed(request)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ ok: true })
    expect(await checkoutCount()).toBe(before + 1)
  })

  test('pressed again is another checkout', async () => {
    const cart = [jollofFor(await insertVendor(world.deps.db))]
    const [one, two] = [await storedCheckout(await proceed({ cart })), await storedCheckout(await proceed({ cart }))]
    expect(one.tx_ref).not.toBe(two.tx_ref)
    expect(one.link_token).not.toBe(two.link_token)
  })
})

test.each([
  ['101 lines', Array.from({ length: 101 }, () => 1), true],
  ['choices without end', [{ options: Array.from({ length: 1001 }, () => 1) }], true],
  ['choices without end in many dishes', Array.from({ length: 100 }, () => ({ options: 'a'.repeat(11) })), true],
  ['a full cart', Array.from({ length: 100 }, () => ({ options: Array.from({ length: 10 }) })), false],
  ['nonsense', [null, 1, 'a', { options: null }], false],
  ['no list', { length: 1e9 }, false],
])('whether a cart is too much is seen before it is read: %s', (_, cart, expected) => {
  expect(isTooMuch(cart)).toBe(expected)
})
