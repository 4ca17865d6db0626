import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Geocoder } from '../adapters/maps/geocoder.ts'
import type { Asking } from '../domain/checkout/group-orders/find-group.ts'
import { groupPage } from '../domain/checkout/group-orders/group-page.ts'
import { joinGroup } from '../domain/checkout/group-orders/join-group.ts'
import { placeGroupOrder } from '../domain/checkout/group-orders/place-group-order.ts'
import { startGroup } from '../domain/checkout/group-orders/start-group.ts'
import { startPayment } from '../domain/checkout/payment/start-payment.ts'
import { settleCheckout } from '../domain/checkout/settlement/settle-checkout.ts'
import { checkouts } from '../domain/checkout/tables.ts'
import type { Clock } from '../domain/clock.ts'
import { kobo } from '../domain/money.ts'
import { orders } from '../domain/orders/tables.ts'
import { places } from '../domain/places/tables.ts'
import { ada, nowhere } from './ada.ts'
import { control } from './control.ts'
import { phoneOf } from './promotions.ts'
import { insertVendor, type World } from './world.ts'

/** A secret of a member's browser. */
export const newSecret = () => randomBytes(18).toString('base64url')
/** Tells one press from the next. */
export const press = () => randomUUID()

export const jollof = { name: 'Jollof Rice', price_kobo: kobo(1_500_00), quantity: 1 }
export const zobo = { name: 'Zobo', price_kobo: kobo(500_00), quantity: 1 }

type GroupWorld = {
  deps: Pick<World['deps'], 'db' | 'payments' | 'announce'> & { clock: Clock; geocoder: Geocoder }
  sandbox: { url: string }
}

/** Group orders to Jadesola Hall, and how their members order and pay. */
export function groupsUnder(world: GroupWorld) {
  const { deps } = world
  const bank = control(world)
  let customers = 0

  async function jadesola() {
    const [place] = await deps.db.select().from(places).where(eq(places.name, 'Jadesola Hall'))
    return place?.id ?? 0
  }

  async function started(how: Partial<Parameters<typeof startGroup>[1]> = {}, profile = {}) {
    const vendor = await insertVendor(deps.db, profile)
    const secret = newSecret()
    const wanted = { secret, vendor_id: vendor.user_id, name: 'Ada', pays: 'one' as const, place_id: await jadesola() }
    const answer = await startGroup(deps, { ...wanted, slot_from: null, minutes: 30, ...how })
    if (!answer.ok) throw new Error(answer.reason)
    const { token } = answer.value
    const joins = async (name: string) => {
      const own = { token, secret: newSecret() }
      expect(await joinGroup(deps, own, name)).toMatchObject({ ok: true })
      return own
    }
    return { vendor, starter: { token, secret }, joins }
  }

  const ordering = (asking: Asking, how: Partial<Parameters<typeof placeGroupOrder>[2]> = {}) =>
    placeGroupOrder(deps, asking, {
      ...{ idempotency_key: randomUUID(), form: { ...ada, phone: phoneOf(++customers) }, place: nowhere },
      ...how,
    })

  /** Orders, and answers the link of its summary. */
  async function linkOf(asking: Asking, how: Partial<Parameters<typeof placeGroupOrder>[2]> = {}): Promise<string> {
    const placed = await ordering(asking, how)
    if (!placed.ok) throw new Error(placed.reason)
    return placed.value.link_token
  }

  const begin = (link_token: string) => startPayment(deps, link_token, { accepts_wait: true })

  /** Pays what stands behind a link at the provider, whether its window is open or not. */
  async function pay(link_token: string) {
    const [checkout] = await deps.db.select().from(checkouts).where(eq(checkouts.link_token, link_token))
    if (!checkout) throw new Error('no checkout')
    await bank.pay({ tx_ref: checkout.tx_ref, amount: checkout.total / 100 })
    return settleCheckout(deps, { tx_ref: checkout.tx_ref })
  }

  /** The order that came of a link; undefined where none did. */
  async function orderOf(link_token: string) {
    const [found] = await deps.db
      .select({ order: orders })
      .from(orders)
      .innerJoin(checkouts, eq(checkouts.id, orders.checkout_id))
      .where(eq(checkouts.link_token, link_token))
    return found?.order
  }

  async function paying(asking: Asking, how: Partial<Parameters<typeof placeGroupOrder>[2]> = {}) {
    const link_token = await linkOf(asking, how)
    const begun = await begin(link_token)
    if (!begun.ok) throw new Error(begun.reason)
    await pay(link_token)
    const order = await orderOf(link_token)
    if (!order) throw new Error('no order')
    return order
  }

  const page = async (asking: Asking) => {
    const found = await groupPage(deps, asking)
    if (!found?.me) throw new Error('not in it')
    return { ...found, me: found.me }
  }

  return { jadesola, started, ordering, linkOf, begin, pay, orderOf, paying, page }
}
