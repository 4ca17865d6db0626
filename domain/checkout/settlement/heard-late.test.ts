import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkOpenCheckouts } from '../../../test/due-work.ts'
import { promotionsUnderTest } from '../../../test/promotions.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { insertVendor, jollofFor, LUNCH_TIME, startedCheckout, worldOfFile } from '../../../test/world.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { isSlotFull } from '../slots/full-kitchens.ts'
import { checkouts } from '../tables.ts'

const world = await worldOfFile()
const { deps, clock } = world
const admin = await insertAccount(deps.db, 'admin', { admin_role: 'owner' })
const { promotion, placing, usesOf } = promotionsUnderTest(
  () => world,
  () => admin,
)
beforeEach(async () => {
  clock.set(LUNCH_TIME)
  await deps.db.update(checkouts).set({ next_check_at: null })
})
afterEach(async () => expect(await findViolations(deps.db)).toEqual([]))

const later = (minutes: number) => new Date(LUNCH_TIME.getTime() + minutes * 60_000)
type Checkout = typeof checkouts.$inferSelect

/** The poller looks; the provider knows of a charge that was made then, of which no webhook told. */
async function hears({ id, tx_ref, total }: Checkout, made: Date | null) {
  const charge = {
    ...{ provider_transaction_id: id, tx_ref, amount: total, currency: 'NGN', payment_type: 'card' },
    ...{ status: 'successful' as const, provider_fee: null, created_at: made },
  }
  const findChargeByReference = async (asked: string) => (asked === tx_ref && made ? charge : null)
  const payments = { ...deps.payments, findChargeByReference, findSuccessfulCharges: async () => [] }
  await deps.db.update(checkouts).set({ next_check_at: clock.now() }).where(eq(checkouts.id, id))
  await checkOpenCheckouts({ ...deps, payments })
  const [row] = await deps.db.select().from(checkouts).where(eq(checkouts.id, id))
  return row?.status
}

describe('a charge that was made in the last minute', () => {
  test.each([
    ['is an order where the poller hears of it five minutes later', 60, 65, 'Paid'],
    ['goes back where that is longer ago', 60, 66, 'Expired'],
    ['goes back where it was made after it', 61, 62, 'Open'],
  ])('%s', async (_, made, heard, status) => {
    const checkout = await startedCheckout(world)
    clock.set(later(heard))
    expect(await hears(checkout, later(made))).toBe(status)
  })

  test('has the promotion that was held for it, and which others cannot have meanwhile', async () => {
    const { id, code } = await promotion({ percent: '10', most_uses: '1' })
    const checkout = await startedCheckout(world, undefined, { code })
    clock.set(later(64))
    expect(await placing(code, { phone: '08031239999' })).toMatchObject({ reason: 'bad_code' })
    expect(await hears(checkout, later(60))).toBe('Paid')
    expect(await usesOf(id)).toMatchObject({ used: 1 })
  })

  test('has its place in the slot, which is held for as long and no longer', async () => {
    const kitchen = await insertVendor(deps.db, { slot_orders: 1 })
    const cart = [jollofFor(kitchen)]
    const checkout = await startedCheckout(world, cart, { slot_from: later(180) })
    const isFull = (minutes: number) => isSlotFull(deps.db, { lines: cart, slot_from: later(180) }, later(minutes))
    expect([await isFull(60), await isFull(65), await isFull(66)]).toEqual([true, true, false])
    clock.set(later(65))
    expect(await hears(checkout, later(59))).toBe('Paid')
    expect(await isFull(66)).toBe(true)
  })
})

test('what nobody paid is open to be heard of for those minutes, and too old after them', async () => {
  const checkout = await startedCheckout(world)
  for (const [minutes, status] of [
    [61, 'Open'],
    [65, 'Open'],
    [66, 'Expired'],
  ] as const) {
    clock.set(later(minutes))
    expect(await hears(checkout, null)).toBe(status)
  }
})
