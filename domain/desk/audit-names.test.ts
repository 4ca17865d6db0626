import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deliveryWorld } from '../../test/delivery.ts'
import { insertVendor, worldOfFile } from '../../test/world.ts'
import { kobo } from '../money.ts'
import { messages } from '../notifications/tables.ts'
import { payments, refunds } from '../payments/tables.ts'
import { auditNames } from './audit-names.ts'

const world = await worldOfFile()
const people = deliveryWorld(world)
const db = () => world.deps.db

test('a refund is named by amount and order, a message by the end of where it went, and no more', async () => {
  const [order] = await people.paidOrders([await insertVendor(db(), { name: 'Iya Named' })])
  if (!order) throw new Error('no order')
  const [payment] = await db().select().from(payments).where(eq(payments.checkout_id, order.checkout_id))
  const values = {
    payment_id: payment?.id ?? '',
    order_id: order.id,
    amount: kobo(500_00),
    reason: 'complaint',
  } as const
  const [refund] = await db()
    .insert(refunds)
    .values({ ...values, asked_role: 'admin', status: 'Failed', created_at: world.clock.now() })
    .returning()
  const message = { channel: 'sms', recipient: '+2348030001234', created_at: world.clock.now() } as const
  const [sent] = await db()
    .insert(messages)
    .values({ ...message, body: '', dedupe_key: 'named' })
    .returning()
  const names = await auditNames(db(), [`refund:${refund?.id}`, `message:${sent?.id}`, 'refund:nonsense', 'claim:1'])
  expect(names.get(`refund:${refund?.id}`)).toBe(`₦500 for order ${order.id}`)
  expect(names.get(`message:${sent?.id}`)).toMatch(/34$/)
  expect(names.get(`message:${sent?.id}`)).not.toContain('80300')
  expect(names.size).toBe(2)
  await db().delete(refunds)
})
