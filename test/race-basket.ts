import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Actor } from '../domain/accounts/actor.ts'
import { groupMemberByLink } from '../domain/checkout/checkout-by-link.ts'
import { addDish } from '../domain/checkout/group-orders/change-lines.ts'
import type { Asking } from '../domain/checkout/group-orders/find-group.ts'
import { joinGroup } from '../domain/checkout/group-orders/join-group.ts'
import { placeGroupOrder } from '../domain/checkout/group-orders/place-group-order.ts'
import { startGroup } from '../domain/checkout/group-orders/start-group.ts'
import { placeInstead } from '../domain/checkout/hand-over/place-instead.ts'
import { startPayment } from '../domain/checkout/payment/start-payment.ts'
import { placeCheckout } from '../domain/checkout/place-checkout.ts'
import { checkouts } from '../domain/checkout/tables.ts'
import { kobo } from '../domain/money.ts'
import { SLOT_MINUTES } from '../domain/orders/acceptance/begun-at.ts'
import { payments, review_cases } from '../domain/payments/tables.ts'
import { createPromotion } from '../domain/promotions/create-promotion.ts'
import type { Accepted } from '../domain/refusal.ts'
import { ada, nowhere } from './ada.ts'
import { control } from './control.ts'
import { groupsUnder, jollof, newSecret, press } from './group-orders.ts'
import { blank_promotion, newCode } from './promotions.ts'
import { jollofFor, type World } from './world.ts'

type Checkout = typeof checkouts.$inferSelect

/**
 * What a customer has at a kitchen besides an order of theirs, and has not paid yet, all with one code of the kitchen's
 * that can be used up.
 */
export type Basket = {
  vendor_id: string
  /** As it is typed. */
  phone: string
  promotion_id: number
  code: string
  /** Ordered in the stead of another, and no more. */
  alone: Checkout
  /** Own part in a group, for a slot and a shared ride; its payment has begun, and the provider has the money. */
  part: Checkout & { asking: Asking; charge_id: number }
  /** Ordered for a group in the stead of another; too little was paid, and an admin is to decide. */
  whole: Checkout & { starter: Asking; friend: Asking; case_id: string }
}

/** What is typed for one more of what is in it. */
export const wishOf = ({ vendor_id, phone, code }: Pick<Basket, 'vendor_id' | 'phone' | 'code'>) => ({
  ...{ idempotency_key: randomUUID(), form: { ...ada, phone }, place: nowhere, code },
  cart: [jollofFor({ user_id: vendor_id }, 1)],
})

const SLOT_MS = SLOT_MINUTES * 60_000
const SLOT_IN_MS = 2 * 60 * 60_000

/** Two promotions of the kitchen for its dishes: an offer that none can use up, and a code that some can. */
async function promote(deps: World['deps'], vendor: Actor) {
  await createPromotion(deps, vendor, { ...blank_promotion, taken: 'itself', percent: '5' })
  const form = { ...blank_promotion, code: newCode(), percent: '20', most_uses: '40', budget: '90000' }
  return given(await createPromotion(deps, vendor, form))
}

/** Fills baskets; `charge` records that one of them is paid. */
export function basketMaker(
  world: World,
  charge: (checkout: Pick<Checkout, 'tx_ref' | 'total'>) => Promise<unknown>,
): (vendor: Actor, phone: string) => Promise<Basket> {
  const { deps } = world
  const { jadesola } = groupsUnder(world)
  const behind = async (placed: Awaited<ReturnType<typeof placeInstead | typeof placeGroupOrder>>) => {
    const { link_token } = given(placed)
    const [found] = await deps.db.select().from(checkouts).where(eq(checkouts.link_token, link_token))
    if (!found) throw new Error('no checkout')
    return found
  }

  return async (vendor, phone) => {
    const vendor_id = vendor.user_id
    const promotion = await promote(deps, vendor)
    const code = promotion.code ?? ''
    const wish = () => wishOf({ vendor_id, phone, code })

    const before = await behind(await placeCheckout(deps, wish()))
    const alone = await behind(await placeInstead(deps, before.link_token, wish()))

    const slot_from = new Date(Math.ceil(deps.clock.now().getTime() / SLOT_MS) * SLOT_MS + SLOT_IN_MS)
    const group = { vendor_id, name: 'Ada', place_id: await jadesola(), minutes: 30 }
    const starts = async (how: { pays: 'each'; slot_from: Date } | { pays: 'one'; slot_from: null }) => {
      const secret = newSecret()
      const starter = { ...given(await startGroup(deps, { ...group, ...how, secret })), secret }
      await addDish(deps, starter, jollof, press())
      return starter
    }
    const asking = await starts({ pays: 'each', slot_from })
    const part = await behind(await placeGroupOrder(deps, asking, wish()))
    given(await startPayment(deps, part.link_token, { accepts_wait: true }))
    const paid = await control(world).pay({ tx_ref: part.tx_ref, amount: part.total / 100 })

    const starter = await starts({ pays: 'one', slot_from: null })
    const friend = { token: starter.token, secret: newSecret() }
    await joinGroup(deps, friend, 'Tunde')
    const first = await behind(await placeGroupOrder(deps, starter, wish()))
    const of_group = await groupMemberByLink(deps.db, first.link_token)
    const whole = await behind(await placeInstead(deps, first.link_token, { ...wish(), of_group }))
    given(await startPayment(deps, whole.link_token, { accepts_wait: true }))
    await charge({ ...whole, total: kobo(whole.total - 100_00) })
    const [open] = await deps.db
      .select({ case_id: review_cases.id })
      .from(review_cases)
      .innerJoin(payments, eq(payments.id, review_cases.payment_id))
      .where(eq(payments.checkout_id, whole.id))
    const case_id = open?.case_id ?? ''

    return {
      ...{ vendor_id, phone, promotion_id: promotion.id, code, alone },
      part: { ...part, asking, charge_id: paid.transaction_id },
      whole: { ...whole, starter, friend, case_id },
    }
  }
}

function given<Value>(answer: Accepted<Value> | { ok: false; reason: string }): Value {
  if (!answer.ok) throw new Error(`not so: ${answer.reason}`)
  return answer.value
}
