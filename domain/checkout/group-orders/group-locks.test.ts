import { and, asc, eq, ne } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { control } from '../../../test/control.ts'
import { groupsUnder, jollof, press } from '../../../test/group-orders.ts'
import { untilWaitingForLocks } from '../../../test/locks.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { worldOfFile } from '../../../test/world.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { payments, review_cases } from '../../payments/tables.ts'
import { acceptShortPayment } from '../review/decide-review.ts'
import { settleCheckout } from '../settlement/settle-checkout.ts'
import { checkouts } from '../tables.ts'
import { addDish } from './change-lines.ts'
import { stopPayment } from './steer-group.ts'

const world = await worldOfFile()
const { deps } = world
const { db } = deps
const { started, linkOf, begin } = groupsUnder(world)
afterEach(async () => expect(await findViolations(db)).toEqual([]))

const behind = async (link_token: string) => {
  const [found] = await db.select().from(checkouts).where(eq(checkouts.link_token, link_token))
  if (!found) throw new Error('no checkout')
  return found
}

/** What is ordered by one for a group, until what was ordered first has not the first number of them. */
async function orderedOutOfSequence() {
  const { starter } = await started()
  await addDish(deps, starter, jollof, press())
  const all = [await behind(await linkOf(starter))]
  while (all.every(({ id }) => id >= (all[0]?.id ?? ''))) all.push(await behind(await linkOf(starter)))
  return { starter, first: await behind(all[0]?.link_token ?? '') }
}

/** While somebody holds the first of a group's checkouts, whoever waits for it holds none of the others. */
async function waitsForTheFirst(checkout: { group_member_id: number | null }, verb: () => Promise<unknown>) {
  const of_group = eq(checkouts.group_member_id, checkout.group_member_id ?? 0)
  const rows = await db.select({ id: checkouts.id }).from(checkouts).where(of_group).orderBy(asc(checkouts.id))
  const first = rows[0]?.id ?? ''
  const others = and(of_group, ne(checkouts.id, first))
  expect(rows.length).toBeGreaterThan(1)
  const waiting = await db.transaction(async (tx) => {
    await tx.select().from(checkouts).where(eq(checkouts.id, first)).for('no key update')
    const ends = verb()
    await untilWaitingForLocks(db, 1)
    await tx.select().from(checkouts).where(others).for('no key update', { noWait: true })
    return { ends }
  })
  return waiting.ends
}

test('whoever changes a group order locks its checkouts by their number', async () => {
  const { starter, first } = await orderedOutOfSequence()
  expect(await begin(first.link_token)).toMatchObject({ ok: true })
  expect(await waitsForTheFirst(first, () => stopPayment(deps, starter))).toMatchObject({ ok: true })
})

test('whoever decides about a short payment for one does so, too', async () => {
  const admin = await insertAccount(db, 'admin')
  const { first } = await orderedOutOfSequence()
  const { id, tx_ref, total } = first
  expect(await begin(first.link_token)).toMatchObject({ ok: true })
  await control(world).pay({ tx_ref, amount: total / 100 - 10 })
  expect(await settleCheckout(deps, { tx_ref })).toBe('review')
  const [open] = await db
    .select({ case_id: review_cases.id })
    .from(review_cases)
    .innerJoin(payments, eq(payments.id, review_cases.payment_id))
    .where(eq(payments.checkout_id, id))
  const decision = { case_id: open?.case_id ?? '', reason: 'Ten naira are no reason' }
  expect(await waitsForTheFirst(first, () => acceptShortPayment(deps, admin, decision))).toMatchObject({ ok: true })
})
