import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { control } from '../../test/control.ts'
import { sendDueRefunds } from '../../test/due-work.ts'
import { refundsUnderTest } from '../../test/refunds-under-test.ts'
import { vendorsUnderTest } from '../../test/vendors-under-test.ts'
import { worldOfFile } from '../../test/world.ts'
import { founderOf } from '../accounts/actor.ts'
import { findViolations } from '../invariants/invariants.ts'
import { rejectOrder } from '../orders/refunds/reject-order.ts'

const world = await worldOfFile()
const bank = control(world)

beforeEach(() => bank.reset())
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { askedRefund, refundRow, refundsAtProvider, timesBooked, workForHours } = refundsUnderTest(world)
const { kitchen, paidOrders, refundsOf } = vendorsUnderTest(world)

describe('a refund whose outcome is unknown', () => {
  test('because the provider answered 503 after making it, is not made again', async () => {
    await bank.behave({ refund: 'accept_then_503' })
    const { refund_id, transaction_id } = await askedRefund()
    await sendDueRefunds(world.deps)
    expect(await refundRow(refund_id)).toMatchObject({
      status: 'Asked',
      provider_refund_id: null,
      last_error: expect.stringContaining('503'),
    })
    await workForHours(3)
    expect(await refundRow(refund_id)).toMatchObject({ status: 'Done', last_error: null })
    expect(await refundsAtProvider(transaction_id)).toHaveLength(1)
    expect(await timesBooked(refund_id)).toBe(1)
  })

  test('is found again behind the many that came after it', async () => {
    await bank.behave({ refund: 'accept_then_503' })
    const { refund_id, transaction_id } = await askedRefund()
    await sendDueRefunds(world.deps)
    await bank.reset()
    for (let other = 0; other < 11; other++) await askedRefund()
    await workForHours(3)
    expect((await refundRow(refund_id)).status).toBe('Done')
    expect(await refundsAtProvider(transaction_id)).toHaveLength(1)
  })

  test('waits for a person where the list has one like it without our comment', async () => {
    await bank.behave({ refund: 'accept_then_503', refund_comments: 'omitted' })
    const { refund_id, transaction_id } = await askedRefund()
    await sendDueRefunds(world.deps)
    await workForHours(3)
    const [made] = await refundsAtProvider(transaction_id)
    expect(await refundsAtProvider(transaction_id)).toHaveLength(1)
    expect(await refundRow(refund_id)).toMatchObject({
      status: 'Failed',
      last_error: expect.stringContaining(`refund ${made?.id} `),
    })
  })

  test('is not taken for another of its payment that went back before it, of the same amount', async () => {
    const [one, other] = await paidOrders([await kitchen(), await kitchen()])
    const giveBack = async (order: typeof one) => {
      if (!order) throw new Error('no order')
      const vendor = founderOf({ user_id: order.vendor_id, email: 'kitchen@example.com' })
      await rejectOrder(world.deps, vendor, { order_id: order.id, reason: 'Out of rice' })
      await sendDueRefunds(world.deps)
      const [refund] = await refundsOf(order.id)
      if (!refund) throw new Error('no refund')
      return refund
    }
    await bank.behave({ refund: 'completed', refund_comments: 'omitted' })
    const first = await giveBack(one)
    await bank.behave({ refund: '503', refund_comments: 'omitted' })
    const second = await giveBack(other)
    expect(second).toMatchObject({ payment_id: first.payment_id, amount: first.amount, status: 'Asked' })
    await bank.behave({ refund: 'completed', refund_comments: 'omitted' })
    await workForHours(3)
    const [sent, sent_too] = [await refundRow(first.id), await refundRow(second.id)]
    expect([sent.status, sent_too.status]).toEqual(['Done', 'Done'])
    expect(sent_too.provider_refund_id).not.toBe(sent.provider_refund_id)
  })

  test('is made later where the list never shows comments and has none like it', async () => {
    await bank.behave({ refund: '503', refund_comments: 'omitted' })
    const { refund_id, transaction_id } = await askedRefund()
    await sendDueRefunds(world.deps)
    await bank.behave({ refund: 'completed' })
    await workForHours(3)
    expect(await refundsAtProvider(transaction_id)).toHaveLength(1)
    expect((await refundRow(refund_id)).status).toBe('Done')
  })

  test('is not looked up before the provider can have finished with it', async () => {
    await bank.behave({ refund: '503' })
    await askedRefund()
    await sendDueRefunds(world.deps)
    world.clock.advance(30)
    expect(await sendDueRefunds(world.deps)).toBe(0)
    await bank.reset()
    await workForHours(2)
  })

  test.each([
    ['answered 503', { refund: '503' }],
    ['hung and gave up', { refund: 'hang', hang_seconds: 0.1 }],
  ])('because the provider %s without making it, is made later', async (_, behaviour) => {
    await bank.behave(behaviour)
    const { refund_id, transaction_id } = await askedRefund()
    await sendDueRefunds(world.deps)
    expect(await refundsAtProvider(transaction_id)).toEqual([])
    await bank.reset()
    await workForHours(3)
    expect((await refundRow(refund_id)).status).toBe('Done')
    expect(await refundsAtProvider(transaction_id)).toHaveLength(1)
  })

  test('is not sent again while the provider cannot say whether it has it', async () => {
    await bank.behave({ refund: 'accept_then_503' })
    const { refund_id, transaction_id } = await askedRefund()
    await sendDueRefunds(world.deps)
    await bank.reset()
    const findRefund = () => Promise.reject(Object.assign(new Error('no answer'), { name: 'ProviderUnavailable' }))
    world.clock.advance(90)
    await sendDueRefunds({ ...world.deps, payments: { ...world.deps.payments, findRefund } })
    expect(await refundRow(refund_id)).toMatchObject({
      status: 'Asked',
      attempts: 2,
      last_error: 'no answer',
    })
    expect(await refundsAtProvider(transaction_id)).toHaveLength(1)
    await workForHours(3)
    expect((await refundRow(refund_id)).status).toBe('Done')
  })
})
