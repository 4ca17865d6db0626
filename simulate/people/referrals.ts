import { randomUUID } from 'node:crypto'
import { eq, isNotNull } from 'drizzle-orm'
import { endPayLink, makePayLink, payRequest, startPaymentForAnother } from '../../domain/checkout/payment/pay-link.ts'
import { startPayment } from '../../domain/checkout/payment/start-payment.ts'
import { placeCheckout } from '../../domain/checkout/place-checkout.ts'
import { checkouts } from '../../domain/checkout/tables.ts'
import { decideReferral } from '../../domain/promotions/referrals/decide-referral.ts'
import { promotions, referrals } from '../../domain/promotions/tables.ts'
import { ada, nowhere } from '../../test/ada.ts'
import { BRINGER } from '../campus.ts'
import { dishOf } from '../looks.ts'
import { move } from '../move.ts'
import type { World } from '../world.ts'
import { anAdmin } from './admin.ts'

const MOST_CHECKOUTS = 9

/** Few, so that they order twice at once; the last one is somebody's second number. */
const friends = [
  { ...ada, firstName: 'Tunde', email: 'tunde@example.com', phone: '0803 900 0001' },
  { ...ada, firstName: 'Bola', email: 'bola@example.com', phone: '0803 900 0002' },
  { ...ada, firstName: 'Sade', email: 'sade@example.com', phone: '0803 900 0003' },
  { ...ada, phone: '0803 900 0004' },
] as const

/** Who brings whom, who has what they earned, and who pays for another. */
export const bringing = [
  move('orders by a friend’s code', 3, async (world) => {
    const codes = await world.db
      .select({ code: promotions.code })
      .from(promotions)
      .where(isNotNull(promotions.owner_phone))
      .orderBy(promotions.id)
    const code = world.chance.any(codes)?.code ?? ''
    return order(world, world.chance.one(friends), code.toLowerCase())
  }),
  move('orders with what was earned', 1, (world) => order(world, world.chance.one([BRINGER, ada]), '')),
  move('has somebody else pay', 1, async ({ checkouts: all, chance, deps }) => {
    const checkout = chance.any(all)
    if (!checkout) return null
    const { link_token } = checkout
    return {
      about: checkout.tx_ref,
      async act() {
        const made = await makePayLink(deps, link_token, { greeting: 'Lunch for me?', accepts_wait: true })
        if (!made.ok) return made
        const { token } = made.value
        const shown = (await payRequest(deps, token))?.shown ?? ''
        return startPaymentForAnother(deps, token, { email: 'uncle@example.com', shown })
      },
    }
  }),
  move('takes the link to pay back', 0.3, async ({ checkouts: all, chance, db }) => {
    const checkout = chance.any(all)
    return checkout && { about: checkout.tx_ref, act: () => endPayLink(db, checkout.link_token) }
  }),
  move('decides about a brought friend', 1, async (world) => {
    const { db, deps, chance } = world
    const found = chance.any(await db.select().from(referrals).orderBy(referrals.id))
    const verb = chance.one(['allow', 'turn_down'] as const)
    return (
      found && {
        about: `friend ${found.id} (${found.status}), ${verb}`,
        act: () => decideReferral(deps, anAdmin(world), { referral_id: found.id, verb, reason: 'As decided' }),
      }
    )
  }),
]

async function order(world: World, who: typeof ada, code: string) {
  const { chance, deps, campus, db } = world
  const kitchen = chance.any(campus.kitchens)
  if (!kitchen || world.checkouts.length >= MOST_CHECKOUTS) return null
  const dish = (await dishOf(db, kitchen.actor.user_id)) ?? kitchen.dish
  const line = { vendor_id: kitchen.actor.user_id, name: dish.name, price_kobo: dish.price_kobo }
  const cart = [{ ...line, quantity: chance.whole(1, 2) }]
  const own_code = chance.of(0.2) ? code : ''
  const idempotency_key = randomUUID()
  return {
    about: `${who.firstName} ${who.phone}${code && ' by a code'}`,
    async act() {
      const wanted = { idempotency_key, cart, form: who, place: nowhere, code, own_code }
      const placed = await placeCheckout(deps, wanted)
      if (!placed.ok) return placed
      const { link_token } = placed.value
      const [row] = await db.select().from(checkouts).where(eq(checkouts.link_token, link_token))
      const is_known = world.checkouts.some(({ tx_ref }) => tx_ref === row?.tx_ref)
      if (row && !is_known)
        world.checkouts.push({ link_token, tx_ref: row.tx_ref, total_kobo: row.total, key: idempotency_key })
      return startPayment(deps, link_token, { accepts_wait: true })
    },
  }
}
