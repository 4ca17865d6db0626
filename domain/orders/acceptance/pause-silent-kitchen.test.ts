import { eq, like } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertAccount } from '../../../test/sign-in.ts'
import { vendorsUnderTest } from '../../../test/vendors-under-test.ts'
import { complete_profile, LUNCH_TIME, worldOfFile } from '../../../test/world.ts'
import { UNTIL_CHANGED } from '../../catalog/hours/availability.ts'
import { changeAutoAccept, resumeOrders } from '../../catalog/hours/change-service.ts'
import { closedReasons } from '../../catalog/hours/closed-reasons.ts'
import { vendors } from '../../catalog/tables.ts'
import { undoMove } from '../../delivery/kitchen/undo-move.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { messages, notifications } from '../../notifications/tables.ts'
import { ESCALATION } from '../../settings/definitions.ts'
import { settings } from '../../settings/tables.ts'
import { acceptForKitchens } from './accept-for-kitchens.ts'
import { acceptOrder } from './accept-order.ts'
import { escalateUnaccepted } from './escalate-unaccepted.ts'

const world = await worldOfFile()
beforeEach(async () => {
  world.clock.set(LUNCH_TIME)
  await world.deps.db.delete(settings)
})
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { kitchen, paidOrders } = vendorsUnderTest(world)

/** The kitchen's orders of one moment wait until they are given up. */
async function letLapse(): Promise<void> {
  for (const minutes of [5, 15]) {
    world.clock.advance(minutes * 60)
    await escalateUnaccepted(world.deps)
  }
}
const vendorOf = async (user_id: string) =>
  (await world.deps.db.select().from(vendors).where(eq(vendors.user_id, user_id)))[0]
const isPaused = async (user_id: string) =>
  (await vendorOf(user_id))?.paused_until?.getTime() === UNTIL_CHANGED.getTime()

test('a kitchen that lets two orders in a row lapse is paused, told how to return; admins whom to call', async () => {
  const admin = await insertAccount(world.deps.db, 'admin')
  const owner = await kitchen({ ...complete_profile, phone: '+2348035550002' })
  await paidOrders([owner])
  await letLapse()
  expect(await isPaused(owner.user_id)).toBe(false)
  await paidOrders([owner])
  await letLapse()
  expect(await isPaused(owner.user_id)).toBe(true)
  expect(await closedReasons(world.deps.db, owner.user_id, world.clock.now())).toContainEqual({
    kind: 'paused',
    until: null,
    ours: 'lapses',
    by: null,
  })
  const told = await world.deps.db
    .select({ channel: messages.channel, body: messages.body })
    .from(messages)
    .where(like(messages.dedupe_key, `kitchen_paused_%:${owner.user_id}:%`))
    .orderBy(messages.channel)
  expect(told.map(({ channel }) => channel)).toEqual(['mail', 'sms'])
  expect(told[1]?.body).toBe(
    'ChowGate: 2 orders passed without your answer, so you are paused. Open again: http://localhost:3000/account',
  )
  const bells = await world.deps.db.select().from(notifications).where(eq(notifications.kind, 'kitchen_paused'))
  expect(bells.map(({ user_id }) => user_id).sort()).toEqual([admin.user_id, owner.user_id].sort())
})

test('two lapses of one round pause it once; what it opens again is not paused for what passed before', async () => {
  const owner = await kitchen()
  await paidOrders([owner])
  await paidOrders([owner])
  await paidOrders([owner])
  await letLapse()
  expect(await isPaused(owner.user_id)).toBe(true)
  world.clock.advance(60)
  await resumeOrders(world.deps, owner)
  expect(await vendorOf(owner.user_id)).toMatchObject({ paused_until: null, paused_for_lapses: false })
  await paidOrders([owner])
  await letLapse()
  expect(await isPaused(owner.user_id)).toBe(false)
  await paidOrders([owner])
  await letLapse()
  expect(await isPaused(owner.user_id)).toBe(true)
})

test('what its setting accepted, or what it took back, is no answer in between', async () => {
  const owner = await kitchen()
  await paidOrders([owner])
  await letLapse()
  const form = { auto_accept_orders: '1', auto_accept_opens: '', auto_accept_closes: '' }
  await changeAutoAccept(world.deps, owner, form)
  await paidOrders([owner])
  expect(await acceptForKitchens(world.deps)).toBe(1)
  const [taken_back] = await paidOrders([owner])
  await acceptOrder(world.deps, owner, { order_id: taken_back?.id ?? 0, minutes: 15 })
  await undoMove(world.deps, owner, taken_back?.id ?? 0)
  await letLapse()
  expect(await isPaused(owner.user_id)).toBe(true)
})

test('an answer in between counts, and the setting says after how many, or never', async () => {
  const owner = await kitchen()
  await paidOrders([owner])
  await letLapse()
  const [taken] = await paidOrders([owner])
  await acceptOrder(world.deps, owner, { order_id: taken?.id ?? 0, minutes: 15 })
  await paidOrders([owner])
  await letLapse()
  expect(await isPaused(owner.user_id)).toBe(false)
  const never = { ...ESCALATION.default, pause_after_lapses: null }
  await world.deps.db.insert(settings).values({ key: ESCALATION.key, value: never })
  await paidOrders([owner])
  await letLapse()
  expect(await isPaused(owner.user_id)).toBe(false)
})
