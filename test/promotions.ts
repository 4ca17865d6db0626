import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Actor } from '../domain/accounts/actor.ts'
import { placeCheckout } from '../domain/checkout/place-checkout.ts'
import { settleCheckout } from '../domain/checkout/settlement/settle-checkout.ts'
import { sumKobo } from '../domain/money.ts'
import { orders } from '../domain/orders/tables.ts'
import { journal_entries, refunds } from '../domain/payments/tables.ts'
import { createPromotion } from '../domain/promotions/create-promotion.ts'
import { listPromotions } from '../domain/promotions/promotion-list.ts'
import { ada, nowhere } from './ada.ts'
import { control } from './control.ts'
import { vendorActor } from './delivery.ts'
import { insertVendor, jollofFor, startedCheckout, type World } from './world.ts'

export type PromotionForm = Parameters<typeof createPromotion>[2]

/** The form of a promotion as it stands when the page opens. */
export const blank_promotion: PromotionForm = {
  ...{ taken: 'code', days: [], hours_from: '', hours_until: '' },
  ...{ code: 'X', kind: 'percent', percent: '', amount: '', minimum: '', first_order_only: false },
  ...{ from: '', until: '', budget: '', most_uses: '', most_uses_each: '' },
}

/** The refusal of a code, with why. */
export const codeRefused = (why: object) => ({ ok: false, reason: 'bad_code', details: why })

type Kitchens = readonly Awaited<ReturnType<typeof insertVendor>>[]

let made = 0
export const newCode = () => `CODE${1000 + ++made}`
export const phoneOf = (place: number) => `0803${String(1_000_000 + place).padStart(7, '0')}`

/** Codes of the platform and of two kitchens, one of each kind; the first stands for none. */
export async function codesOfAll(deps: Pick<World['deps'], 'db' | 'clock'>, admin: Actor, owners: readonly Actor[]) {
  const [first, second] = owners
  const codes = ['']
  for (const [maker, form] of [
    [first, { percent: '33' }],
    [second, { kind: 'amount', amount: '700.50', minimum: '1500' }],
    [admin, { percent: '10', budget: '900' }],
    [first, { kind: 'free_delivery' }],
  ] as const) {
    const made = maker && (await createPromotion(deps, maker, { ...blank_promotion, ...form, code: newCode() }))
    codes.push((made?.ok && made.value.code) || '')
  }
  return codes
}

/** Promotions of a test and what customers do with them; `world` and `admin` are there once it runs. */
export function promotionsUnderTest(world: () => World, admin: () => Actor) {
  /** A code that the platform bears, or a kitchen whose owner makes it. */
  async function promotion(form: Partial<PromotionForm>, by = admin()) {
    const created = await createPromotion(world().deps, by, { ...blank_promotion, code: newCode(), ...form })
    if (!created.ok) throw new Error(`not made: ${created.reason}`)
    return { ...created.value, code: created.value.code ?? '' }
  }

  /** A checkout with a code: one plate of NGN 1,500. */
  async function placing(code: string, how: { phone?: string; collects?: boolean; kitchens?: Kitchens } = {}) {
    const { phone = ada.phone, collects = false, kitchens = [await insertVendor(world().deps.db)] } = how
    const cart = kitchens.map((kitchen) => jollofFor(kitchen, 1))
    const form = { ...ada, phone }
    return placeCheckout(world().deps, { idempotency_key: randomUUID(), place: nowhere, cart, code, form, collects })
  }

  /** Paid orders with a code, so many plates of NGN 1,500 from each kitchen. */
  async function paid(
    code: string,
    plates = [1],
    how: { tip_kobo?: number; phone?: string; kitchens?: Kitchens } = {},
  ) {
    const { deps } = world()
    const kitchens = how.kitchens ?? (await Promise.all(plates.map(() => insertVendor(deps.db))))
    const cart = kitchens.map((kitchen, place) => jollofFor(kitchen, plates[place]))
    const checkout = await startedCheckout(world(), cart, { code, ...how })
    await control(world()).pay({ tx_ref: checkout.tx_ref, amount: checkout.total / 100 })
    await settleCheckout(deps, { tx_ref: checkout.tx_ref })
    const placed = await deps.db.select().from(orders).where(eq(orders.checkout_id, checkout.id)).orderBy(orders.id)
    return { checkout, placed, owners: kitchens.map(vendorActor) }
  }

  /** What the admins' list says of a promotion. */
  async function usesOf(id: number) {
    const all = await listPromotions(world().deps.db, world().clock.now())
    const { used, held, cost_kobo } = all.find((one) => one.id === id) ?? { used: 0, held: 0, cost_kobo: 0 }
    return { used, held, cost_kobo }
  }

  async function backOf(order_ids: readonly number[]) {
    const all = await world().deps.db.select().from(refunds)
    return all.filter(({ order_id }) => order_id !== null && order_ids.includes(order_id))
  }

  async function balance(account: string, order_id: number) {
    const entries = await world().deps.db.select().from(journal_entries).where(eq(journal_entries.order_id, order_id))
    return sumKobo(entries.filter((entry) => entry.account === account).map(({ amount }) => amount))
  }

  return { promotion, placing, paid, usesOf, backOf, balance }
}
