import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { buy, noPurchases, type Purchases } from '../bench/cluster/customers.ts'
import { customer } from '../bench/customer.ts'
import { httpClient } from '../bench/http-client.ts'
import type { Db } from '../db/handle.ts'
import type { Actor } from '../domain/accounts/actor.ts'
import type { CartLine } from '../domain/catalog/menu/cart-line.ts'
import { vendors } from '../domain/catalog/tables.ts'
import { system_clock } from '../domain/clock.ts'
import { assignDelivery } from '../domain/delivery/offers/assign-delivery.ts'
import { pickUp } from '../domain/delivery/steps/take-step.ts'
import { deliveries, order_keys } from '../domain/delivery/tables.ts'
import { acceptOrder } from '../domain/orders/acceptance/accept-order.ts'
import { completeOrder } from '../domain/orders/complete-order.ts'
import { deliverOrder } from '../domain/orders/deliver-order.ts'
import { reactions } from '../domain/reactions.ts'
import { access_bank } from '../test/payouts-under-test.ts'
import { insertRider } from '../test/rider.ts'
import { insertAccount, logIn, postForm } from '../test/sign-in.ts'
import type { Arena } from './arena.ts'

const AGAIN_MS = 300
const PATIENCE_MS = 90_000

/** A wish that came to nothing without anything being wrong; what was paid for is judged all the same. */
export class WentAway extends Error {}

/** Everybody of the arena: customers without number, one kitchen, one rider, one admin; all of them insist. */
export type People = Awaited<ReturnType<typeof gatherPeople>>

export async function gatherPeople(arena: Arena) {
  const { app_url } = arena
  const vendor_id = arena.campus.menus[1]?.vendor_id ?? ''
  const dish = arena.campus.menus[1]?.dishes[0]
  if (!dish) throw new Error('The campus has no second kitchen')
  const cart: CartLine[] = [{ vendor_id, ...dish, quantity: 1 }]
  await arena.db().update(vendors).set(access_bank).where(eq(vendors.user_id, vendor_id))
  const kitchen = await insertAccount(arena.db(), 'vendor', { user_id: vendor_id })
  const rider = await insertRider(arena.db(), { on_duty_since: null })
  const admin = await insertAccount(arena.db(), 'admin')
  const cookies = {
    vendor: await logIn(app_url, kitchen.email),
    rider: await logIn(app_url, rider.email),
    admin: await logIn(app_url, admin.email),
  }
  const client = httpClient()
  const bought: Purchases = noPurchases()
  let customers = 0
  const deps = () => ({ db: arena.db(), clock: system_clock, announce: reactions({ public_url: app_url }) })

  /** Sends a form until it is answered, whatever the answer is: a refusal says that it was done before. */
  async function sends(
    role: keyof typeof cookies | 'customer',
    path: string,
    fields: Record<string, string>,
  ): Promise<number> {
    return insist(async () => {
      const { status } = await postForm(app_url, path, fields, role === 'customer' ? {} : { cookie: cookies[role] })
      if (status >= 500 || status === 429) throw new Error(`${path}: HTTP ${status}`)
      return status
    })
  }

  /** The only order of a purchase. */
  async function orderOf(email: string): Promise<number> {
    return insist(async () => {
      const { rows } = await arena
        .db()
        .execute<{ id: string }>(
          sql`select o.id from orders o join checkouts c on c.id = o.checkout_id where c.email = ${email}`,
        )
      if (!rows[0]) throw new Error(`${email} has no order yet`)
      return Number(rows[0].id)
    })
  }

  return {
    kitchen,
    rider,
    admin,
    bought,
    sends,
    /** Somebody buys one dish of the kitchen and confirms it, whatever breaks; `before` is told of each step. */
    async buys(before?: Parameters<typeof buy>[5]): Promise<string> {
      const number = ++customers
      await buy(client, arena, cart, number, bought, before)
      return bought.all.findLast(({ email }) => email === `ada${number}@example.com`)?.email ?? ''
    },
    /** Somebody pays and closes the page, with the window open until then; answers the reference. */
    async paysOnly(before: () => Promise<void>): Promise<string> {
      const number = ++customers
      const who = customer(client, arena, number)
      const email = `ada${number}@example.com`
      const token = await insist(() => who.places(cart))
      const charge = await insist(() => who.opensWindow(token))
      await before()
      await who.paysAtProvider(charge)
      bought.all.push({ email, cart, token, charged: charge.tx_ref, is_confirmed: false })
      return charge.tx_ref
    },
    /** An order that is paid, by somebody whom nothing disturbs. */
    async paidOrder(): Promise<number> {
      const email = await this.buys()
      const purchase = bought.all.findLast((one) => one.email === email)
      if (!purchase?.is_confirmed) throw new WentAway(`${email} had no patience left`)
      return orderOf(email)
    },
    /** Its tracking link, as its customer has it by SMS. */
    async trackToken(order_id: number): Promise<string> {
      const [keys] = await arena.db().select().from(order_keys).where(eq(order_keys.order_id, order_id))
      return keys?.track_token ?? ''
    },
    /** One that the kitchen delivered long ago, as the admins say. */
    async deliveredOrder(): Promise<number> {
      const order_id = await this.paidOrder()
      await insist(() => deliverOrder(deps(), admin, { order_id }))
      return order_id
    },
    /** One that our rider carries, with what is needed to hand it over. */
    async carriedOrder(): Promise<{ delivery_id: number; pin: string }> {
      const order_id = await this.paidOrder()
      await insist(() => acceptOrder(deps(), kitchen, { order_id, minutes: 15 }))
      const [delivery] = await arena.db().select().from(deliveries).where(eq(deliveries.order_id, order_id))
      const delivery_id = delivery?.id ?? 0
      await insist(() => assignDelivery(deps(), admin, { delivery_id, rider_id: rider.user_id }))
      await insist(() => completeOrder(deps(), kitchen, order_id))
      await insist(() => pickUp(deps(), rider, { delivery_id, packs: 1 }))
      const [keys] = await arena.db().select().from(order_keys).where(eq(order_keys.order_id, order_id))
      return { delivery_id, pin: keys?.pin ?? '' }
    },
    /** What the admins see of the kitchen's newest payout that waits, as the form of its approval sends it. */
    async newestPayout(): Promise<Record<string, string>> {
      const [payout] = await insist(() => waitingPayouts(arena.db(), kitchen))
      if (!payout) throw new WentAway('another payout took the order along')
      return payout
    },
    leave: () => client.close(),
  }
}

/** Tries again what failed, as long as a person would. */
export async function insist<Answer>(step: () => Promise<Answer>): Promise<Answer> {
  const give_up_at_ms = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return await step()
    } catch (error) {
      if (performance.now() > give_up_at_ms) throw error
      await sleep(AGAIN_MS)
    }
  }
}

async function waitingPayouts(db: Db, kitchen: Actor): Promise<Record<string, string>[]> {
  const { rows } = await db.execute<Record<string, string>>(sql`
    select id::text as payout_id, (amount * 100)::bigint::text as amount, bank_name, account_number, account_name
    from payouts where vendor_id = ${kitchen.user_id} and status = 'Pending' order by id desc limit 1`)
  return rows
}
