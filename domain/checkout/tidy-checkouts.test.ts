import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { control } from '../../test/control.ts'
import { blank_promotion, newCode } from '../../test/promotions.ts'
import { insertAccount } from '../../test/sign-in.ts'
import { insertVendor, jollofFor, LUNCH_TIME, startedCheckout, worldOfFile } from '../../test/world.ts'
import { findViolations } from '../invariants/invariants.ts'
import { createPromotion } from '../promotions/create-promotion.ts'
import { promotion_uses } from '../promotions/tables.ts'
import { settleCheckout } from './settlement/settle-checkout.ts'
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

test('it waits for nobody: what is held with a checkout that would go keeps it until tomorrow', async () => {
  const { db, clock } = world.deps
  const admin = await insertAccount(db, 'admin')
  const form = { ...blank_promotion, code: newCode(), percent: '10', most_uses: '9' }
  const made = await createPromotion(world.deps, admin, form)
  const kitchen = await insertVendor(db)
  const with_code = await startedCheckout(world, [jollofFor(kitchen)], { code: form.code })
  const gave_way = await startedCheckout(world)
  const instead = await startedCheckout(world)
  await set(gave_way, { next_check_at: clock.now(), replaced_by: instead.id })
  for (const old of [with_code, instead]) await set(old, { next_check_at: null })
  expect(made).toMatchObject({ ok: true })
  daysLater(31)
  await db.transaction(async (tx) => {
    await tx.select().from(promotion_uses).where(eq(promotion_uses.checkout_id, with_code.id)).for('no key update')
    await tx.select().from(checkouts).where(eq(checkouts.id, gave_way.id)).for('no key update')
    expect(await tidyCheckouts(world.deps)).toBe(0)
  })
  expect(await tidyCheckouts(world.deps)).toBe(2)
  expect(await Promise.all([with_code, gave_way, instead].map(is_there))).toEqual([false, true, false])
})
