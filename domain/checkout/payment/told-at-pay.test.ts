import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { ada, nowhere } from '../../../test/ada.ts'
import { control } from '../../../test/control.ts'
import { insertRider } from '../../../test/rider.ts'
import { insertVendor, jollofFor, worldOfFile } from '../../../test/world.ts'
import { order_promises } from '../../delivery/tables.ts'
import { quotedWindows } from '../../delivery/windows/expected-windows.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { orders } from '../../orders/tables.ts'
import { ways } from '../../places/tables.ts'
import { cartOf, checkoutSummary } from '../checkout-summary.ts'
import { placeCheckout } from '../place-checkout.ts'
import { settleCheckout } from '../settlement/settle-checkout.ts'
import { checkouts } from '../tables.ts'
import { startPayment } from './start-payment.ts'

const world = await worldOfFile()
const bank = control(world)
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

async function placedCheckout() {
  const vendor = await insertVendor(world.deps.db)
  const wanted = { idempotency_key: randomUUID(), form: ada, cart: [jollofFor(vendor)], place: nowhere }
  const placed = await placeCheckout(world.deps, wanted)
  if (!placed.ok) throw new Error(`not placed: ${placed.reason}`)
  return { vendor, link_token: placed.value.link_token }
}

async function checkoutAt(link_token: string) {
  const [row] = await world.deps.db.select().from(checkouts).where(eq(checkouts.link_token, link_token))
  if (!row) throw new Error('no checkout')
  return row
}

test('a payment holds the window that its page told, and is refused where it would come later than that', async () => {
  await insertRider(world.deps.db)
  const { vendor, link_token } = await placedCheckout()
  const expected = async () => {
    const summary = await checkoutSummary(world.deps.db, link_token)
    if (!summary) throw new Error('no summary')
    return (await quotedWindows(world.deps.db, cartOf(summary, world.clock.now()))).windows
  }
  const told = await expected()
  world.clock.advance(6 * 60)
  const start = (windows: typeof told) => startPayment(world.deps, link_token, { accepts_wait: false, told: windows })
  const moved = await start(told)
  expect(moved).toMatchObject({ reason: 'window_moved' })
  const told_anew = await expected()
  expect(!moved.ok && moved.details).toEqual(told_anew)
  expect(await checkoutAt(link_token)).toMatchObject({ payment_started_at: null })
  world.clock.advance(3 * 60)
  expect(await start(told_anew)).toMatchObject({ ok: true })
  world.clock.advance(2 * 60)
  const { tx_ref, total } = await checkoutAt(link_token)
  await bank.pay({ tx_ref, amount: total / 100 })
  expect(await settleCheckout(world.deps, { tx_ref })).toBe('paid')
  const promises = world.deps.db
    .select({ from: order_promises.first_promised_from, until: order_promises.first_promised_until })
    .from(order_promises)
    .innerJoin(orders, eq(orders.id, order_promises.order_id))
    .where(eq(orders.vendor_id, vendor.user_id))
  expect(await promises).toEqual(told_anew.map(({ from, until }) => ({ from, until })))
})

test('a payment counts the minutes of the ways that are open by now', async () => {
  const { link_token } = await placedCheckout()
  const minutes = async () => (await checkoutAt(link_token)).fee_lines?.[0]?.way_minutes
  const before = await minutes()
  await world.deps.db.update(ways).set({ ride_minutes: 14 }).where(eq(ways.walk_minutes, 13))
  expect(await startPayment(world.deps, link_token, { accepts_wait: true })).toMatchObject({ ok: true })
  expect(await minutes()).toBe((before ?? 0) + 10)
  await world.deps.db.update(ways).set({ ride_minutes: 4 }).where(eq(ways.walk_minutes, 13))
})
