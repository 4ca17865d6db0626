import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { waitingChargeback } from '../../app/admin/chargebacks/waiting-chargeback.server.ts'
import { chargebacksUnderTest } from '../../test/chargebacks-under-test.ts'
import { claimsUnderTest } from '../../test/claims-under-test.ts'
import { worldOfFile } from '../../test/world.ts'
import { cases } from '../cases/tables.ts'
import { orders } from '../orders/tables.ts'
import { keepCases } from './keep-cases.ts'
import { whatWaits } from './what-waits.ts'

const world = await worldOfFile()
const { db } = world.deps
const { bank, chargeBack, read } = chargebacksUnderTest(world)
const { order } = claimsUnderTest(world)

const waiting = () => whatWaits(db, world.clock.now(), ['chargebacks_open', 'chargebacks_answered'])
const said = async () => {
  const [first] = await waiting()
  return first?.lines.map((line) => ({ kind: line.kind, ...waitingChargeback(line, world.clock.now()) }))
}

test('a chargeback waits with until when, quieter once it is answered, and no more when it has ended', async () => {
  const { id } = await order()
  const [placed] = await db.select().from(orders).where(eq(orders.id, id))
  const number = await chargeBack(placed?.checkout_id ?? '')
  await read()
  expect(await said()).toEqual([
    {
      kind: 'chargebacks_open',
      what: `A bank asks ₦3,600 back for order ${id}: “Product/service not received”`,
      detail: expect.stringMatching(/^Answer with proof of delivery at Flutterwave before .+, or it is lost$/),
      to: `/admin/orders/${id}`,
      open: 'Open the order',
    },
  ])
  await keepCases(world.deps)
  expect(await db.select().from(cases)).toMatchObject([{ status: 'Open', subject_kind: 'order', subject_id: `${id}` }])
  await bank.moveChargeback(number, 'declined')
  await read()
  expect(await said()).toMatchObject([{ kind: 'chargebacks_answered' }])
  await bank.moveChargeback(number, 'won')
  await read()
  expect(await waiting()).toEqual([])
  await keepCases(world.deps)
  expect(await db.select().from(cases)).toMatchObject([{ status: 'Closed' }])
})

test('one of a payment that we do not know leads to where all of them stand', async () => {
  const { transaction_id } = await bank.pay({ tx_ref: 'CHOW-nobody', amount: 500 })
  await bank.chargeBack(transaction_id)
  await read()
  const what = expect.stringMatching(/₦500 back:/)
  expect(await said()).toMatchObject([{ what, to: '/admin/reconciliation#chargebacks' }])
})
