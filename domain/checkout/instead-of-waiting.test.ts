import { afterEach, expect, test } from 'vitest'
import { insertRider } from '../../test/rider.ts'
import { insertVendor, jollofFor, startedCheckout, worldOfFile } from '../../test/world.ts'
import { quotedWindows } from '../delivery/windows/expected-windows.ts'
import { findViolations } from '../invariants/invariants.ts'
import { checkoutSummary } from './checkout-summary.ts'
import { insteadOfWaiting } from './instead-of-waiting.ts'

const world = await worldOfFile()
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

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

test('with nobody on duty it can be collected sooner, or come in a slot no sooner than expected', async () => {
  const { until, offered } = await offeredFor()
  expect(offered?.why).toBe('nobody_on_duty')
  expect(offered?.slots).toHaveLength(2)
  for (const slot of offered?.slots ?? []) expect(slot.getTime()).toBeGreaterThanOrEqual(until.getTime())
  expect(offered?.ready_by.getTime()).toBeLessThan(until.getTime())
})

test('with somebody on duty an hour or more has offers beside it, a shorter wait has none', async () => {
  await insertRider(world.deps.db)
  expect((await offeredFor()).offered).toBeNull()
  expect((await offeredFor({ preparation_minutes: 90 })).offered).toMatchObject({ why: 'long_wait' })
})

test('what is collected, or for a slot, waits for nothing', async () => {
  expect((await offeredFor({ collects: true, preparation_minutes: 90 })).offered).toBeNull()
  const slot_from = new Date(Math.ceil((now().getTime() + 7_200_000) / 900_000) * 900_000)
  expect((await offeredFor({ slot_from, preparation_minutes: 30 })).offered).toBeNull()
})
