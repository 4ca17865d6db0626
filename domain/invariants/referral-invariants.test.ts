import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { friendsUnderTest, somebody } from '../../test/friends.ts'
import { insertAccount } from '../../test/sign-in.ts'
import { worldOfFile } from '../../test/world.ts'
import { findViolations } from './invariants.ts'

const world = await worldOfFile()
const admin = await insertAccount(world.deps.db, 'admin', { admin_role: 'owner' })
const { offered, referrer, buys, comes, rewardCodeOf } = friendsUnderTest(
  () => world,
  () => admin,
)

/** Two friends who were brought, one of whom has eaten; what that earned is used. */
beforeAll(async () => {
  await offered()
  const { who, code } = await referrer()
  await comes((await buys(somebody(), code)).order)
  await buys(somebody(), code)
  await buys(who, await rewardCodeOf(who))
})

test('nothing is wrong', async () => {
  expect(await findViolations(world.deps.db)).toEqual([])
})

test.each<[string, SQL]>([
  [
    'is brought as a friend more often than once',
    sql`update promotion_uses set phone = '+2348039999999' where discount > 0`,
  ],
  [
    'used by a phone for which it is not',
    sql`update promotions set for_phone = '+2348039999999' where for_phone is not null`,
  ],
  ["its reward is not what its state says, or somebody else's", sql`update referrals set status = 'Ordered'`],
  ["its reward is not what its state says, or somebody else's", sql`update referrals set status = 'Rewarded'`],
  ['a reward for no friend', sql`update referrals set reward_id = null where reward_id is not null`],
])('I4 finds: %s', async (problem, planted) => {
  const undone = world.deps.db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(planted)
    expect(rowCount).toBeGreaterThan(0)
    expect(await findViolations(tx as never)).toContainEqual(expect.objectContaining({ invariant: 'I4', problem }))
    throw new Error('taken back')
  })
  await expect(undone).rejects.toThrow('taken back')
})
