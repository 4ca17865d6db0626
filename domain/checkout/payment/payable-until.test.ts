import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { control } from '../../../test/control.ts'
import { insertVendor, jollofFor, LUNCH_TIME, startedCheckout, worldOfFile } from '../../../test/world.ts'
import type { WeekHours } from '../../catalog/hours/opening-hours.ts'
import { vendors } from '../../catalog/tables.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { messages } from '../../notifications/tables.ts'
import { orders } from '../../orders/tables.ts'
import { payments, refunds } from '../../payments/tables.ts'
import { settleCheckout } from '../settlement/settle-checkout.ts'
import type { checkouts } from '../tables.ts'
import { startPayment } from './start-payment.ts'

const world = await worldOfFile()
const bank = control(world)

beforeEach(() => world.clock.set(LUNCH_TIME))
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

type Checkout = typeof checkouts.$inferSelect

/** Open until then on the campus, every day. */
const until = (closes: string): WeekHours => Array.from({ length: 7 }, () => [{ opens: '08:00', closes }])
const setVendor = (user_id: string, change: Partial<typeof vendors.$inferInsert>) =>
  world.deps.db.update(vendors).set(change).where(eq(vendors.user_id, user_id))
async function started(...hours: WeekHours[]) {
  const kitchens = await Promise.all(hours.map((week_hours) => insertVendor(world.deps.db, { week_hours })))
  const checkout = await startedCheckout(
    world,
    kitchens.map((kitchen) => jollofFor(kitchen)),
  )
  return { checkout, kitchens }
}
async function pay({ tx_ref, total }: Checkout) {
  await bank.pay({ tx_ref, amount: total / 100 })
  return settleCheckout(world.deps, { tx_ref })
}
const ordersOf = ({ id }: Checkout) => world.deps.db.select().from(orders).where(eq(orders.checkout_id, id))
const refundsOf = ({ tx_ref }: Checkout) =>
  world.deps.db
    .select({ amount: refunds.amount, reason: refunds.reason })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.payment_id))
    .where(eq(payments.tx_ref, tx_ref))

describe('a window that opens at 12:00 can be paid', () => {
  test.each([
    ['an hour where the kitchen stays open', [until('20:00')], '13:00'],
    ['an hour where it closes less than a quarter before', [until('12:50')], '13:00'],
    ['until a quarter after the closing', [until('12:20')], '12:35'],
    ['until a quarter after the first closing of two', [until('12:40'), until('12:10')], '12:25'],
  ])('%s', async (_, hours, last_minute) => {
    const { checkout } = await started(...hours)
    expect(checkout.payable_until).toEqual(new Date(`2026-03-10T${last_minute}:00+01:00`))
  })

  test('until a quarter after the closing of a date with hours of its own', async () => {
    const kitchen = await insertVendor(world.deps.db, {
      hours_exceptions: [{ date: '2026-03-10', stretches: [{ opens: '08:00', closes: '12:05' }] }],
    })
    const checkout = await startedCheckout(world, [jollofFor(kitchen)])
    expect(checkout.payable_until).toEqual(new Date('2026-03-10T12:20:00+01:00'))
  })
})

describe('of a kitchen that has closed since', () => {
  test('money in the first quarter of an hour still becomes the order', async () => {
    const { checkout } = await started(until('12:20'))
    world.clock.advance(35 * 60)
    expect(await pay(checkout)).toBe('paid')
    expect(await ordersOf(checkout)).toHaveLength(1)
  })

  test('later money goes back', async () => {
    const { checkout } = await started(until('12:20'))
    world.clock.advance(35 * 60 + 1)
    expect(await pay(checkout)).toBe('refunding')
    expect(await ordersOf(checkout)).toHaveLength(0)
    expect(await refundsOf(checkout)).toEqual([{ amount: checkout.total, reason: 'late' }])
  })
})

describe('of a kitchen that is deactivated while the window is open', () => {
  test('the money goes back whole, and the message says why', async () => {
    const { checkout, kitchens } = await started(until('20:00'), until('20:00'))
    await setVendor(kitchens[0]?.user_id ?? '', { status: 'Inactive' })
    expect(await pay(checkout)).toBe('refunding')
    expect(await ordersOf(checkout)).toHaveLength(0)
    expect(await refundsOf(checkout)).toEqual([{ amount: checkout.total, reason: 'kitchen_unavailable' }])
    const mails = await world.deps.db.select().from(messages).where(eq(messages.channel, 'mail'))
    const [mail] = mails.filter(({ body }) => body.includes(checkout.tx_ref))
    expect(mail?.body).toContain('The restaurant stopped taking orders before your payment arrived.')
  })

  test('and activated again, nothing happened', async () => {
    const { checkout, kitchens } = await started(until('20:00'))
    await setVendor(kitchens[0]?.user_id ?? '', { status: 'Inactive' })
    await setVendor(kitchens[0]?.user_id ?? '', { status: 'Active' })
    expect(await pay(checkout)).toBe('paid')
  })
})

test('a pause keeps new windows shut, and undoes no payment under way', async () => {
  const { checkout, kitchens } = await started(until('20:00'))
  await setVendor(kitchens[0]?.user_id ?? '', { paused_until: new Date('2026-03-10T14:00:00Z') })
  expect(await startPayment(world.deps, checkout.link_token, { accepts_wait: true })).toMatchObject({
    reason: 'cart_changed',
  })
  expect(await pay(checkout)).toBe('paid')
  expect(await ordersOf(checkout)).toHaveLength(1)
})
