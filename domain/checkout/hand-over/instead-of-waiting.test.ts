import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertRider } from '../../../test/rider.ts'
import { shiftWorld } from '../../../test/shifts.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { insertVendor, jollofFor, LUNCH_TIME, startedCheckout, worldOfFile } from '../../../test/world.ts'
import { shifts } from '../../delivery/shifts/tables.ts'
import { riders } from '../../delivery/tables.ts'
import { quotedWindows } from '../../delivery/windows/expected-windows.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { checkoutSummary } from '../checkout-summary.ts'
import { insteadOfWaiting } from './instead-of-waiting.ts'

const world = await worldOfFile()
const admin = await insertAccount(world.deps.db, 'admin')
const { resting, taken } = shiftWorld(
  () => world,
  () => admin,
)
const planned = async (from: string, until: string) => taken(await resting(), { day: '2026-03-10', from, until })
beforeEach(() => world.clock.set(LUNCH_TIME))
afterEach(async () => {
  await world.deps.db.delete(shifts)
  await world.deps.db.update(riders).set({ on_duty_since: null })
  expect(await findViolations(world.deps.db)).toEqual([])
})

const now = () => world.clock.now()

/** What is offered beside the wait of one cart, and when its food would come. */
async function offeredFor(how: { collects?: boolean; slot_from?: Date; preparation_minutes?: number } = {}) {
  const { db } = world.deps
  const kitchen = await insertVendor(db, { preparation_minutes: how.preparation_minutes ?? 20 })
  const { link_token } = await startedCheckout(world, [jollofFor(kitchen)], how)
  const summary = await checkoutSummary(db, link_token)
  if (!summary) throw new Error('no checkout')
  const collects = summary.collect_at !== null
  const ways = summary.fee_lines
  const quoted = await quotedWindows(db, { lines: summary.lines, ways, drop: summary.place, collects, now: now() })
  const until = quoted.windows[0]?.until ?? new Date(0)
  return { until, offered: await insteadOfWaiting(world.deps, summary, quoted) }
}

test('with nobody on duty it can be collected sooner, and no slot is offered for which no rider is known', async () => {
  const { until, offered } = await offeredFor()
  expect(offered).toMatchObject({ why: 'nobody_on_duty', slots: [] })
  expect(offered?.ready_by.getTime()).toBeLessThan(until.getTime())
})

test('with nobody on duty it can come in a slot of a planned shift, no sooner than expected', async () => {
  await planned('14:00', '20:00')
  const { until, offered } = await offeredFor()
  expect(offered?.why).toBe('nobody_on_duty')
  expect(offered?.slots).toHaveLength(2)
  for (const slot of offered?.slots ?? []) expect(slot.getTime()).toBeGreaterThanOrEqual(until.getTime())
})

test('a slot for which no rider is known offers those that have one, or to collect it', async () => {
  await planned('15:00', '20:00')
  const slot_from = new Date(LUNCH_TIME.getTime() + 7_200_000)
  const { offered } = await offeredFor({ slot_from })
  expect(offered).toMatchObject({ why: 'nobody_planned', ready_by: slot_from })
  expect(offered?.slots.map((slot) => slot.toISOString().slice(11, 16))).toEqual(['14:15', '14:30'])
})

test('with somebody on duty an hour or more has offers beside it, a shorter wait has none', async () => {
  await insertRider(world.deps.db)
  expect((await offeredFor()).offered).toBeNull()
  expect((await offeredFor({ preparation_minutes: 90 })).offered).toMatchObject({ why: 'long_wait' })
})

test('what is collected, or for a slot with a rider, waits for nothing', async () => {
  await planned('12:30', '20:00')
  expect((await offeredFor({ collects: true, preparation_minutes: 90 })).offered).toBeNull()
  const slot_from = new Date(Math.ceil((now().getTime() + 7_200_000) / 900_000) * 900_000)
  expect((await offeredFor({ slot_from, preparation_minutes: 30 })).offered).toBeNull()
})
