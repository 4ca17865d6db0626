import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { vendors } from '../../../domain/catalog/tables.ts'
import { orders } from '../../../domain/orders/tables.ts'
import { ada } from '../../../test/ada.ts'
import { paidOrderFor } from '../../../test/paid-order.ts'
import { postForm } from '../../../test/sign-in.ts'
import { startTestApp, type TestApp } from '../../../test/start-app.ts'
import { insertVendor, jollofFor } from '../../../test/world.ts'

let app: TestApp
let kitchen: Awaited<ReturnType<typeof insertVendor>>
beforeAll(async () => {
  app = await startTestApp()
  kitchen = await insertVendor(app.db, { address: 'Shop 7' })
})
afterAll(() => app?.stop())

/** What a page without a script sends. */
const sends = (fields: Record<string, string>) =>
  postForm(app.url, '/checkout', {
    ...ada,
    _cart: JSON.stringify([jollofFor(kitchen)]),
    _key: crypto.randomUUID(),
    ...fields,
  })

test('without a script food is collected by a choice on the form, and the address may be empty', async () => {
  const form = await (await fetch(`${app.url}/checkout`)).text()
  expect(form).toMatch(/<input[^>]*type="radio"[^>]*name="collects"[^>]*value="yes"/)
  expect((await sends({ address: '' })).status).toBe(422)
  const placed = await sends({ address: '', collects: 'yes' })
  expect(placed.status).toBe(302)
  const summary = await (await fetch(new URL(placed.headers.get('location') ?? '', app.url))).text()
  expect(summary).toContain('Shop 7, FUTA North Gate')
  expect(summary).not.toContain('I can wait for a rider')
})

test('a place that nobody reaches is refused with what is true: it can be collected', async () => {
  await app.db.execute("update places set closed_at = now() where name = 'Jadesola Hall'")
  const refused = await sends({})
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain('You can collect it at the restaurant.')
  expect(await (await sends({ collects: 'yes', firstName: '' })).text()).toMatch(
    /value="yes"[^>]*checked|checked[^>]*value="yes"/,
  )
})

test('a slot that is full is refused with those near it as buttons, which a page without a script sends', async () => {
  const form = await (await fetch(`${app.url}/checkout`)).text()
  const slots = [...form.matchAll(/<option value="(\d{8})"/g)].map(([, slot = '']) => slot)
  const [before, wished = ''] = slots.slice(-2)
  await app.db.update(vendors).set({ slot_orders: 0 }).where(eq(vendors.user_id, kitchen.user_id))
  const refused = await (await sends({ collects: 'yes', slot: wished })).text()
  expect(refused).toContain('The restaurant takes no more orders for this time.')
  expect(refused).not.toContain('Free near it')
  await app.db.update(vendors).set({ slot_orders: 1 }).where(eq(vendors.user_id, kitchen.user_id))
  const taken = { status: 'Pending' as const, slot_from: new Date(Number(wished) * 60_000) }
  const order_id = await paidOrderFor(app, kitchen, 1, { collects: true })
  await app.db.update(orders).set(taken).where(eq(orders.id, order_id))
  const offered = await (await sends({ collects: 'yes', slot: wished })).text()
  expect(offered).toMatch(new RegExp(`<button[^>]*value="${before}"`))
  // What Enter in a field presses.
  const form_begins = offered.slice(offered.indexOf('<form'))
  expect(form_begins.match(/<button[^>]*type="submit"[^>]*>/)?.[0]).not.toContain('name=')
  expect(offered).toMatch(new RegExp(`<option value="${wished}" selected`))
  const body = new URLSearchParams({
    ...{ ...ada, address: '', collects: 'yes' },
    _cart: JSON.stringify([jollofFor(kitchen)]),
    _key: crypto.randomUUID(),
    slot: wished,
  })
  body.append('slot', before ?? '')
  const placed = await fetch(`${app.url}/checkout`, {
    method: 'POST',
    body,
    headers: { origin: new URL(app.url).origin },
    redirect: 'manual',
  })
  expect(placed.status).toBe(302)
  await app.db.update(vendors).set({ slot_orders: null }).where(eq(vendors.user_id, kitchen.user_id))
})

test('without a script food is ordered for later by a list on the form, and what was chosen stays chosen', async () => {
  const form = await (await fetch(`${app.url}/checkout`)).text()
  const slots = [...form.matchAll(/<option value="(\d{8})"/g)].map(([, slot = '']) => slot)
  const slot = slots.at(-1) ?? ''
  const refused = await (await sends({ collects: 'yes', slot, firstName: '' })).text()
  expect(refused).toMatch(new RegExp(`<option value="${slot}" selected`))
  expect((await sends({ collects: 'yes', slot: '12345678' })).status).toBe(422)
  expect((await sends({ collects: 'yes', slot: 'soon' })).status).toBe(400)
  const placed = await sends({ collects: 'yes', slot })
  const summary = await (await fetch(new URL(placed.headers.get('location') ?? '', app.url))).text()
  expect(summary).toContain('tomorrow 23:45-00:00')
})
