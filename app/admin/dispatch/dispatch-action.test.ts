import { expect, test } from 'vitest'
import { adminSends } from '../../../test/admin-sends.ts'
import { deliveryWorld } from '../../../test/delivery.ts'
import { insertRider } from '../../../test/rider.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { worldOfFile } from '../../../test/world.ts'
import { dispatchAction } from './dispatch-action.server.ts'

const world = await worldOfFile()
const admin = await insertAccount(world.deps.db, 'admin')
const { assigned, pickedUp, deliveryOf } = deliveryWorld(world)

const send = (fields: Record<string, string>) => adminSends(world.deps, admin, fields).to(dispatchAction)

test('a form about the rider before does nothing to the next, and says so', async () => {
  const { delivery_id, order_id, rider } = await assigned({ ready: true })
  const carried = await pickedUp()
  const other = (await insertRider(world.deps.db)).user_id
  const about = { delivery_id: String(delivery_id), reason: 'He called' }
  const forms: Record<string, string>[] = [
    { intent: 'assign', ...about, rider_id: other },
    { intent: 'unassign', ...about },
    { intent: 'arrive', ...about },
    { intent: 'pick_up', ...about },
    { intent: 'deliver', order_id: String(carried.order_id), reason: 'He called' },
  ]
  // A form that names nobody is of a page that showed nobody.
  const shown: Record<string, string>[] = [{}, { seen_rider_id: other }]
  const said = 'Somebody was faster: another rider has it now. Nothing was changed.'
  for (const form of forms) {
    for (const seen of shown) {
      expect(await send({ ...form, ...seen })).toMatchObject({ init: { status: 409 }, data: { said } })
    }
  }
  expect(await deliveryOf(order_id)).toMatchObject({ status: 'Assigned', rider_id: rider.user_id })
  expect(await deliveryOf(carried.order_id)).toMatchObject({ status: 'Picked up' })
  expect(await send({ intent: 'arrive', ...about, seen_rider_id: rider.user_id })).toMatchObject({ ok: true })
})
