import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Geocoder } from '../adapters/maps/geocoder.ts'
import type { Actor } from '../domain/accounts/actor.ts'
import { startPayment } from '../domain/checkout/payment/start-payment.ts'
import { placeCheckout } from '../domain/checkout/place-checkout.ts'
import { settleCheckout } from '../domain/checkout/settlement/settle-checkout.ts'
import { checkouts } from '../domain/checkout/tables.ts'
import type { Clock } from '../domain/clock.ts'
import { deliverOrder } from '../domain/orders/deliver-order.ts'
import { orders } from '../domain/orders/tables.ts'
import { parsePhone } from '../domain/phone.ts'
import { REFERRALS, type Referrals } from '../domain/promotions/referrals/referral-settings.ts'
import { promotions, referrals } from '../domain/promotions/tables.ts'
import { settings } from '../domain/settings/tables.ts'
import { ada, nowhere } from './ada.ts'
import { control } from './control.ts'
import { phoneOf } from './promotions.ts'
import { insertVendor, jollofFor, type World } from './world.ts'

export type Person = typeof ada

let met = 0
/** Somebody who has never ordered. */
export function somebody(as: Partial<Person> = {}): Person {
  const number = 500_000 + ++met
  const name = { firstName: `Friend${number}`, email: `friend${number}@example.com`, phone: phoneOf(number) }
  return { ...ada, ...name, ...as }
}

/** As an order holds it. */
export const numberOf = ({ phone }: Person) => parsePhone(phone) ?? ''

type FriendsWorld = {
  deps: Pick<World['deps'], 'db' | 'payments' | 'announce'> & { clock: Clock; geocoder: Geocoder }
  sandbox: { url: string }
}

/** Of a new kitchen where none is said. */
type Placed = { own_code?: string; plates?: number; collects?: boolean; kitchen?: { user_id: string } }

/** Customers who bring each other; `world` and `admin` are there once it runs. */
export function friendsUnderTest(world: () => FriendsWorld, admin: () => Actor) {
  const db = () => world().deps.db

  /** What friends get, switched on. */
  async function offered(terms: Partial<Referrals> = {}) {
    const value = { ...REFERRALS.default, offered: 'yes', ...terms }
    const row = { key: REFERRALS.key, value, updated_at: new Date(0) }
    await db().insert(settings).values(row).onConflictDoUpdate({ target: settings.key, set: { value } })
  }

  /** A cart of so many plates of NGN 1,500. */
  async function places(who: Person, code = '', how: Placed = {}) {
    const { plates = 1, kitchen, ...rest } = how
    const cart = [jollofFor(kitchen ?? (await insertVendor(db())), plates)]
    return placeCheckout(world().deps, {
      idempotency_key: randomUUID(),
      form: who,
      place: nowhere,
      cart,
      code,
      ...rest,
    })
  }

  const begins = (link_token: string) => startPayment(world().deps, link_token, { accepts_wait: true })

  /** Pays what was placed, and answers the checkout with its order. */
  async function pays(link_token: string) {
    const [checkout] = await db().select().from(checkouts).where(eq(checkouts.link_token, link_token))
    if (!checkout) throw new Error('no checkout')
    await control(world()).pay({ tx_ref: checkout.tx_ref, amount: checkout.total / 100 })
    await settleCheckout(world().deps, { tx_ref: checkout.tx_ref })
    const [order] = await db().select().from(orders).where(eq(orders.checkout_id, checkout.id))
    if (!order) throw new Error('not paid')
    return { checkout, order }
  }

  async function buys(who: Person, code = '', how: Parameters<typeof places>[2] = {}) {
    const placed = await places(who, code, how)
    if (!placed.ok) throw new Error(JSON.stringify(placed))
    const begun = await begins(placed.value.link_token)
    if (!begun.ok) throw new Error(begun.reason)
    return pays(placed.value.link_token)
  }

  const comes = ({ id }: { id: number }) => deliverOrder(world().deps, admin(), { order_id: id })

  /** Whoever has eaten has a code. */
  async function codeOf(who: Person): Promise<string> {
    const [own] = await db()
      .select()
      .from(promotions)
      .where(eq(promotions.owner_phone, numberOf(who)))
    return own?.code ?? ''
  }

  /** Somebody who has had an order, with their code. */
  async function referrer(as: Partial<Person> = {}) {
    const who = somebody(as)
    const { order } = await buys(who)
    await comes(order)
    return { who, order, code: await codeOf(who) }
  }

  const rewardsOf = (who: Person) =>
    db()
      .select()
      .from(promotions)
      .where(eq(promotions.for_phone, numberOf(who)))

  /** What somebody was sent for the friend whom they brought last. */
  const rewardCodeOf = async (who: Person): Promise<string> => (await rewardsOf(who)).at(-1)?.code ?? ''

  async function referralOf(friend: Person) {
    const rows = await db()
      .select()
      .from(referrals)
      .where(eq(referrals.friend_phone, numberOf(friend)))
    return rows.at(-1)
  }

  return { offered, places, begins, pays, buys, comes, codeOf, referrer, rewardsOf, rewardCodeOf, referralOf }
}
