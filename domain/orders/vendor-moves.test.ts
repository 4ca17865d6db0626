import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { control } from '../../test/control.ts'
import { sendDueRefunds } from '../../test/due-work.ts'
import { insertVendor, jollofFor, startedCheckout, worldOfFile } from '../../test/world.ts'
import { type Actor, founderOf } from '../accounts/actor.ts'
import type { CartLine } from '../catalog/menu/cart-line.ts'
import { vendors } from '../catalog/tables.ts'
import { settleCheckout } from '../checkout/settlement/settle-checkout.ts'
import { findViolations } from '../invariants/invariants.ts'
import { messages } from '../notifications/tables.ts'
import { journal_entries, journals, refunds } from '../payments/tables.ts'
import { acceptOrder } from './acceptance/accept-order.ts'
import { completeOrder } from './complete-order.ts'
import { rejectOrder } from './refunds/reject-order.ts'
import { order_history, orders } from './tables.ts'

const world = await worldOfFile()
const bank = control(world)

afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

type Kitchen = Awaited<ReturnType<typeof insertVendor>>
const actorOf = (kitchen: Kitchen): Actor => founderOf(kitchen)

/** Paid orders at these kitchens, in one cart: NGN 3,000 each and one delivery fee of NGN 600. */
async function paidOrders(kitchens: Kitchen[]) {
  const lines: CartLine[] = kitchens.map((kitchen) => jollofFor(kitchen))
  const checkout = await startedCheckout(world, lines)
  await bank.pay({ tx_ref: checkout.tx_ref, amount: checkout.total / 100 })
  await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })
  return world.deps.db.select().from(orders).where(eq(orders.checkout_id, checkout.id)).orderBy(orders.id)
}

async function paidOrder() {
  const kitchen = await insertVendor(world.deps.db)
  const [order] = await paidOrders([kitchen])
  if (!order) throw new Error('no order')
  return { kitchen, actor: actorOf(kitchen), order_id: order.id }
}

const accept = (actor: Actor, order_id: number, minutes = 20) => acceptOrder(world.deps, actor, { order_id, minutes })
const reject = (actor: Actor, order_id: number, reason = 'Out of rice') =>
  rejectOrder(world.deps, actor, { order_id, reason })
const complete = (actor: Actor, order_id: number) => completeOrder(world.deps, actor, order_id)
const refundsOf = (order_id: number) => world.deps.db.select().from(refunds).where(eq(refunds.order_id, order_id))
const lastMove = async (order_id: number) =>
  (
    await world.deps.db
      .select()
      .from(order_history)
      .where(eq(order_history.order_id, order_id))
      .orderBy(order_history.id)
  ).at(-1)

describe('accepting', () => {
  test('promises the food in so many minutes and says who did', async () => {
    const { actor, order_id } = await paidOrder()
    const answer = await accept(actor, order_id, 25)
    const ready_by = new Date(world.clock.now().getTime() + 25 * 60_000)
    expect(answer).toMatchObject({ ok: true, value: { status: 'Accepted', ready_by } })
    expect(await lastMove(order_id)).toMatchObject({
      verb: 'accept',
      role: 'vendor',
      user_id: actor.user_id,
      reason: '25 minutes',
    })
  })

  test.each([4, 121, 20.5, Number.NaN])('within %s minutes is refused', async (minutes) => {
    const { actor, order_id } = await paidOrder()
    expect(await accept(actor, order_id, minutes)).toMatchObject({ ok: false, reason: 'bad_minutes' })
  })

  test('twice happens once', async () => {
    const { actor, order_id } = await paidOrder()
    await accept(actor, order_id)
    expect(await accept(actor, order_id)).toEqual({
      ok: false,
      reason: 'not_allowed',
      details: { status: 'Accepted' },
    })
  })
})

describe('marking as completed', () => {
  test('works from Pending and from Accepted', async () => {
    const first = await paidOrder()
    expect(await complete(first.actor, first.order_id)).toMatchObject({ value: { status: 'Completed' } })
    const second = await paidOrder()
    await accept(second.actor, second.order_id)
    expect(await complete(second.actor, second.order_id)).toMatchObject({ value: { status: 'Completed' } })
  })

  test('a cancelled order is refused', async () => {
    const { actor, order_id } = await paidOrder()
    await reject(actor, order_id)
    expect(await complete(actor, order_id)).toMatchObject({
      reason: 'not_allowed',
      details: { status: 'Cancelled' },
    })
  })
})

describe('rejecting', () => {
  test('sends everything back: food, delivery fee, an SMS and a mail that say why', async () => {
    const { actor, order_id, kitchen } = await paidOrder()
    expect(await reject(actor, order_id, '  Out of rice. ')).toMatchObject({ value: { status: 'Cancelled' } })
    const [refund] = await refundsOf(order_id)
    expect(refund).toMatchObject({ amount: 3_600_00, reason: 'rejected', status: 'Asked' })

    const entries = await world.deps.db
      .select({ account: journal_entries.account, amount: journal_entries.amount })
      .from(journal_entries)
      .innerJoin(journals, eq(journals.id, journal_entries.journal_id))
      .where(eq(journals.subject, `order:${order_id}`))
      .orderBy(journal_entries.id)
    expect(entries).toEqual([
      { account: `vendor:${kitchen.user_id}`, amount: 3_000_00 },
      { account: 'delivery_fees', amount: 600_00 },
      { account: 'refunds_due', amount: -3_600_00 },
    ])
    for (const kind of ['refund_sms', 'refund_mail']) {
      const [message] = await world.deps.db
        .select()
        .from(messages)
        .where(eq(messages.dedupe_key, `${kind}:${refund?.id}`))
      expect(message?.body).toContain(`The restaurant could not take your order ${order_id}: Out of rice.`)
    }
  })

  test('the provider makes the refund', async () => {
    const { actor, order_id } = await paidOrder()
    await reject(actor, order_id)
    await sendDueRefunds(world.deps)
    expect((await refundsOf(order_id))[0]).toMatchObject({ status: 'Done' })
  })

  test.each(['', '  ', 'no', 'x'.repeat(201)])('with the reason %j is refused', async (reason) => {
    const { actor, order_id } = await paidOrder()
    expect(await reject(actor, order_id, reason)).toMatchObject({ ok: false, reason: 'bad_reason' })
    expect(await refundsOf(order_id)).toEqual([])
  })

  test('of two kitchens of one cart: what was paid for its way goes back with each', async () => {
    const kitchens = [await insertVendor(world.deps.db), await insertVendor(world.deps.db)] as const
    const [first, second] = await paidOrders([...kitchens])
    await reject(actorOf(kitchens[0]), first?.id ?? 0)
    expect((await refundsOf(first?.id ?? 0)).map((refund) => refund.amount)).toEqual([3_600_00])
    await reject(actorOf(kitchens[1]), second?.id ?? 0)
    expect((await refundsOf(second?.id ?? 0)).map((refund) => refund.amount)).toEqual([3_600_00])
  })

  test('by two kitchens of one cart at once: each way goes back once', async () => {
    const kitchens = await Promise.all([1, 2, 3].map(() => insertVendor(world.deps.db)))
    const placed = await paidOrders(kitchens)
    await Promise.all(
      placed.map((order) => {
        const kitchen = kitchens.find((candidate) => candidate.user_id === order.vendor_id)
        return kitchen && reject(actorOf(kitchen), order.id)
      }),
    )
    const amounts = await Promise.all(placed.map(async (order) => (await refundsOf(order.id))[0]?.amount))
    expect(amounts.sort()).toEqual([3_600_00, 3_600_00, 3_600_00])
  })

  test('twenty times at once refunds once', async () => {
    const { actor, order_id } = await paidOrder()
    const answers = await Promise.all(Array.from({ length: 20 }, () => reject(actor, order_id)))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect(await refundsOf(order_id)).toHaveLength(1)
  })
})

test('two devices, one accepts and one rejects: one wins, the other is told what it met', async () => {
  const { actor, order_id } = await paidOrder()
  const answers = await Promise.all([complete(actor, order_id), reject(actor, order_id)])
  const winner = answers.find((answer) => answer.ok)
  const loser = answers.find((answer) => !answer.ok)
  expect(loser).toEqual({
    ok: false,
    reason: 'not_allowed',
    details: { status: winner?.ok ? winner.value.status : '' },
  })
})

describe("another's order is not found", () => {
  const verbs = { accept, complete, reject } as const

  test.each(Object.entries(verbs))('to %s', async (_, verb) => {
    const { order_id, kitchen } = await paidOrder()
    const stranger = actorOf(await insertVendor(world.deps.db))
    const missing = await verb(stranger, 2 ** 40)
    expect(missing).toEqual({ ok: false, reason: 'not_found', details: undefined })
    expect(await verb(stranger, order_id)).toEqual(missing)
    expect(await verb({ ...actorOf(kitchen), role: 'rider' }, order_id)).toEqual(missing)
    expect(await verb(actorOf(kitchen), Number.NaN)).toEqual(missing)
  })

  test.each(Object.entries(verbs))('and a vendor that was deactivated may not %s', async (_, verb) => {
    const { order_id, kitchen } = await paidOrder()
    await world.deps.db.update(vendors).set({ status: 'Inactive' }).where(eq(vendors.user_id, kitchen.user_id))
    expect(await verb(actorOf(kitchen), order_id)).toMatchObject({ ok: false, reason: 'vendor_inactive' })
  })
})
