import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { control } from '../../test/control.ts'
import { LUNCH_TIME, startedCheckout, worldOfFile } from '../../test/world.ts'
import { findViolations } from '../invariants/invariants.ts'
import { settleCheckout } from './settle-checkout.ts'
import { checkouts } from './tables.ts'
import { tidyCheckouts } from './tidy-checkouts.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const world = await worldOfFile()

afterEach(async () => {
  expect(await findViolations(world.deps.db)).toEqual([])
  world.clock.set(LUNCH_TIME)
})

const is_there = async ({ id }: { id: string }) =>
  (await world.deps.db.select().from(checkouts).where(eq(checkouts.id, id))).length === 1
const set = ({ id }: { id: string }, values: Partial<typeof checkouts.$inferInsert>) =>
  world.deps.db.update(checkouts).set(values).where(eq(checkouts.id, id))
const daysLater = (days: number) => world.clock.set(new Date(LUNCH_TIME.getTime() + days * DAY_MS))

test('what nobody paid goes after thirty days, not before, open or expired', async () => {
  const open = await startedCheckout(world)
  const expired = await startedCheckout(world)
  await set(open, { next_check_at: null })
  await set(expired, { next_check_at: null, status: 'Expired' })
  daysLater(30)
  expect(await tidyCheckouts(world.deps)).toBe(0)
  world.clock.set(new Date(world.clock.now().getTime() + 1))
  expect(await tidyCheckouts(world.deps)).toBe(2)
  expect([await is_there(open), await is_there(expired)]).toEqual([false, false])
  expect(await tidyCheckouts(world.deps)).toBe(0)
})

test('what was paid stays, and so does one whose provider is still asked', async () => {
  const paid = await startedCheckout(world)
  await control(world).pay({ tx_ref: paid.tx_ref, amount: paid.total / 100 })
  await settleCheckout(world.deps, { tx_ref: paid.tx_ref })
  const asked = await startedCheckout(world)
  daysLater(400)
  await set(paid, { next_check_at: null })
  await set(asked, { next_check_at: world.clock.now() })
  expect(await tidyCheckouts(world.deps)).toBe(0)
  expect([await is_there(paid), await is_there(asked)]).toEqual([true, true])
  await set(asked, { next_check_at: null })
  expect(await tidyCheckouts(world.deps)).toBe(1)
})

test('one that money came for too late stays, whatever became of the money', async () => {
  const late = await startedCheckout(world)
  await control(world).pay({ tx_ref: late.tx_ref, amount: late.total / 200 })
  await settleCheckout(world.deps, { tx_ref: late.tx_ref })
  daysLater(31)
  await set(late, { next_check_at: null })
  expect(await tidyCheckouts(world.deps)).toBe(0)
  expect(await is_there(late)).toBe(true)
})

test('somebody who pays at this moment is not disturbed', async () => {
  const old = await startedCheckout(world)
  await set(old, { next_check_at: null })
  daysLater(31)
  await world.deps.db.transaction(async (tx) => {
    await tx.select().from(checkouts).where(eq(checkouts.id, old.id)).for('update')
    expect(await tidyCheckouts(world.deps)).toBe(0)
  })
  expect(await tidyCheckouts(world.deps)).toBe(1)
})
