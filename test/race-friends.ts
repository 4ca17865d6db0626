import { eq } from 'drizzle-orm'
import { kobo } from '../domain/money.ts'
import { makeOwnCode } from '../domain/promotions/referrals/own-code.ts'
import { promotions } from '../domain/promotions/tables.ts'
import { friendsUnderTest, numberOf, somebody } from './friends.ts'
import { adminActor } from './payouts-under-test.ts'
import type { World } from './world.ts'

/** Of all scenes together. */
const no_limits = { most_each_month: 1000, month_budget_kobo: kobo(10_000_000_00) }

/** The code for friends of somebody who brings only one. */
export async function newFriendsCode(world: World): Promise<string> {
  const { db, clock } = world.deps
  await friendsUnderTest(() => world, adminActor).offered(no_limits)
  const owner_phone = numberOf(somebody())
  await db.transaction((tx) => makeOwnCode(tx, owner_phone, clock.now()))
  const [own] = await db.select().from(promotions).where(eq(promotions.owner_phone, owner_phone))
  return own?.code ?? ''
}
