import { randomInt, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Actor } from '../domain/accounts/actor.ts'
import { CLAIMS, type ClaimRules } from '../domain/claims/claim-rules.ts'
import { makeClaim } from '../domain/claims/make-claim.ts'
import { order_keys } from '../domain/delivery/tables.ts'
import { moveOrder } from '../domain/orders/move-order.ts'
import { orders } from '../domain/orders/tables.ts'
import { settings } from '../domain/settings/tables.ts'
import { some } from './movers.ts'
import { vendorsUnderTest } from './vendors-under-test.ts'
import type { World } from './world.ts'

/** Delivered orders of people with a phone each, and what they claim about them. */
export function claimsUnderTest(world: World) {
  const under_test = vendorsUnderTest(world)
  const admin: Actor = { user_id: randomUUID(), role: 'admin', admin_role: 'owner', email: 'boss@example.com' }
  const newPhone = () => `+23480${randomInt(10_000_000, 99_999_999)}`

  type How = { owner?: Actor; phone?: string; email?: string; address?: string; delivered?: boolean }

  /**
   * Two plates at NGN 1,500 and a fee of NGN 600, delivered unless a test says otherwise, of somebody with this phone.
   */
  async function order(how: How = {}) {
    const { db, announce, clock } = world.deps
    const { phone = newPhone(), delivered = true } = how
    const owner = how.owner ?? (await under_test.kitchen())
    const [placed] = await under_test.paidOrders([owner])
    if (!placed) throw new Error('nothing was ordered')
    const { email = `${phone}@example.com`, address = `Room of ${phone}` } = how
    const whose = { customer_phone: phone, user_email: email, customer_address: address }
    await db.update(orders).set(whose).where(eq(orders.id, placed.id))
    const [key] = await db.select().from(order_keys).where(eq(order_keys.order_id, placed.id))
    if (delivered) {
      const move = { order_id: placed.id, verb: 'deliver' as const, by: some('admin'), now: clock.now() }
      await db.transaction((tx) => moveOrder(tx, announce, move))
    }
    return { id: placed.id, owner, token: key?.track_token ?? '', phone }
  }

  /** Of somebody who ordered before, and was content. */
  async function orderOfKnown(how: How = {}) {
    const { phone } = await order({ ...how })
    return order({ ...how, phone })
  }

  type Told = { kind?: string; words?: string; quantity?: number; waited_ms?: number }
  const claim = (token: string, told: Told = {}) => {
    const { kind = 'missing_item', words = '', quantity = 1, waited_ms = 0 } = told
    return makeClaim(world.deps, token, { kind, words, dishes: [{ item: 0, quantity }], waited_ms })
  }

  async function rules(changed: Partial<ClaimRules>): Promise<void> {
    const row = { key: CLAIMS.key, value: { ...CLAIMS.default, ...changed }, updated_at: world.clock.now() }
    await world.deps.db.insert(settings).values(row).onConflictDoUpdate({ target: settings.key, set: row })
  }

  return { ...under_test, admin, order, orderOfKnown, claim, rules }
}
