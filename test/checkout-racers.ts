import { and, eq, isNotNull, ne } from 'drizzle-orm'
import type { Actor } from '../domain/accounts/actor.ts'
import { latestLink } from '../domain/checkout/checkout-by-link.ts'
import { placeInstead } from '../domain/checkout/hand-over/place-instead.ts'
import { endPayLink, makePayLink, payRequest, startPaymentForAnother } from '../domain/checkout/payment/pay-link.ts'
import { startPayment } from '../domain/checkout/payment/start-payment.ts'
import { placeCheckout } from '../domain/checkout/place-checkout.ts'
import { acceptShortPayment, closeReviewCase, refundReviewCase } from '../domain/checkout/review/decide-review.ts'
import { openCheckoutErrands } from '../domain/checkout/settlement/check-open-checkouts.ts'
import { providerEventErrands } from '../domain/checkout/settlement/consume-provider-events.ts'
import { receiveProviderEvent } from '../domain/checkout/settlement/receive-provider-event.ts'
import { settleCheckout } from '../domain/checkout/settlement/settle-checkout.ts'
import { checkouts } from '../domain/checkout/tables.ts'
import { tidyCheckouts, UNPAID_CHECKOUT_DAYS } from '../domain/checkout/tidy-checkouts.ts'
import { type Clock, DAY_MS } from '../domain/clock.ts'
import { workOnDue } from '../domain/lane.ts'
import { parsePhone } from '../domain/phone.ts'
import { createPromotion } from '../domain/promotions/create-promotion.ts'
import { endPromotion } from '../domain/promotions/end-promotion.ts'
import { groupRacers } from './group-racers.ts'
import { blank_promotion, newCode } from './promotions.ts'
import { type Basket, wishOf } from './race-basket.ts'
import { basketRacer } from './racing.ts'
import type { World } from './world.ts'

type Deps = Omit<World['deps'], 'clock'> & { clock: Clock }

const reason = 'The bank took a part'
const accepts_wait = true

/** All that is done with what is not paid yet; `later` is when whoever pays for a group was waited for. */
export function checkoutRacers(given: Deps, later: Deps, { keys, admin }: { keys: World['keys']; admin: Actor }) {
  const confirmPayment: Deps['confirmPayment'] = (question) => settleCheckout(given, question)
  const deps = { ...given, confirmPayment }
  return { ...paymentRacers(deps, keys), ...decisionRacers(deps, admin), ...groupRacers(deps, later) }
}

/** What customers, the provider and the worker do about money that is on its way, or may be. */
function paymentRacers(deps: Deps, keys: World['keys']) {
  const asksAbout = async ({ alone, part, whole }: Basket) => {
    const these = [alone.id, part.id, whole.id]
    const is_asked_about = isNotNull(checkouts.next_check_at)
    // One row at a time: several at once are locked in no sequence.
    for (const id of these)
      await deps.db
        .update(checkouts)
        .set({ next_check_at: new Date(0) })
        .where(and(eq(checkouts.id, id), is_asked_about))
    return workOnDue(openCheckoutErrands(deps), these.length)
  }
  const tells = async ({ part: { charge_id: id, tx_ref, total } }: Basket) => {
    const data = { id, tx_ref, status: 'successful', amount: total / 100, currency: 'NGN' }
    const body = Buffer.from(JSON.stringify({ event: 'charge.completed', data }))
    await receiveProviderEvent(deps, new Headers({ 'verif-hash': keys.webhook_secret }), body)
    return workOnDue(providerEventErrands(deps), 3)
  }
  return {
    'a payment is begun again and confirmed': basketRacer(async ({ part: { link_token, tx_ref } }) => {
      await startPayment(deps, link_token, { accepts_wait })
      return settleCheckout(deps, { tx_ref })
    }),
    'the provider tells of a payment': basketRacer(tells),
    'the worker asks about payments': basketRacer(asksAbout),
    'the same is ordered besides, and in its stead, and a payment begins': basketRacer(async (basket) => {
      await placeCheckout(deps, wishOf(basket))
      const placed = await placeInstead(deps, basket.alone.link_token, wishOf(basket))
      const link = placed.ok ? placed.value.link_token : await latestLink(deps.db, basket.alone.link_token)
      return startPayment(deps, link, { accepts_wait })
    }),
    'somebody else is asked to pay': basketRacer(async ({ alone }) => {
      const link_token = await latestLink(deps.db, alone.link_token)
      const made = await makePayLink(deps, link_token, { greeting: 'Please?', accepts_wait })
      const token = made.ok ? made.value.token : ''
      const { shown = '' } = (await payRequest(deps, token)) ?? {}
      await startPaymentForAnother(deps, token, { email: 'payer@example.com', shown })
      return endPayLink(deps.db, alone.link_token)
    }),
    'what nobody paid in thirty days is tidied away': basketRacer(async ({ phone }) => {
      const created_at = new Date(deps.clock.now().getTime() - (UNPAID_CHECKOUT_DAYS + 1) * DAY_MS)
      const theirs = and(eq(checkouts.phone, parsePhone(phone) ?? ''), ne(checkouts.status, 'Paid'))
      const unpaid = await deps.db.select({ id: checkouts.id }).from(checkouts).where(theirs)
      for (const { id } of unpaid) await deps.db.update(checkouts).set({ created_at }).where(eq(checkouts.id, id))
      return tidyCheckouts(deps)
    }),
  }
}

/** What an admin and a kitchen decide about them. */
function decisionRacers(deps: Deps, admin: Actor) {
  return {
    'a short payment is accepted, or sent back': basketRacer(async ({ whole: { case_id } }) => {
      await acceptShortPayment(deps, admin, { case_id, reason })
      await refundReviewCase(deps, admin, { case_id, reason })
      return closeReviewCase(deps, admin, { case_id, reason })
    }),
    'a kitchen makes a promotion and ends others': basketRacer(async ({ promotion_id }, { vendor }) => {
      await createPromotion(deps, vendor, { ...blank_promotion, code: newCode(), percent: '10' })
      return endPromotion(deps, vendor, promotion_id)
    }),
  }
}
