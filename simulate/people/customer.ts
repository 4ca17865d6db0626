import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { CartLine } from '../../domain/catalog/menu/cart-line.ts'
import { chooseHandOver } from '../../domain/checkout/hand-over/choose-hand-over.ts'
import { placeAgain } from '../../domain/checkout/hand-over/place-instead.ts'
import { startPayment } from '../../domain/checkout/payment/start-payment.ts'
import { settleCheckout } from '../../domain/checkout/settlement/settle-checkout.ts'
import { checkouts } from '../../domain/checkout/tables.ts'
import { chooseByLink, setIfMissingByLink } from '../../domain/checkout/track/choose-by-link.ts'
import { withdrawOrder } from '../../domain/checkout/track/withdraw-order.ts'
import { answerClaim } from '../../domain/claims/add-to-claim.ts'
import { claim_kinds } from '../../domain/claims/lifecycle.ts'
import { makeClaim } from '../../domain/claims/make-claim.ts'
import { order_keys } from '../../domain/delivery/tables.ts'
import { SLOT_MINUTES } from '../../domain/orders/acceptance/begun-at.ts'
import { if_missing_choices } from '../../domain/orders/lifecycle.ts'
import { swapsFor } from '../../domain/orders/missing-dish/swaps.ts'
import { refundable } from '../../domain/orders/refunds/refundable.ts'
import { missing_dishes, orders } from '../../domain/orders/tables.ts'
import { rateOrder } from '../../domain/ratings/rate-order.ts'
import { approved, charge, declined, type Verdict } from '../../sandbox/flutterwave/charges/charge.ts'
import type { PaymentType } from '../../sandbox/flutterwave/transactions/book.ts'
import { ada, nowhere } from '../../test/ada.ts'
import { dishOf } from '../looks.ts'
import { move } from '../move.ts'
import type { Placed, World } from '../world.ts'
import { changeTogether, orderTogether } from './friends.ts'

const MOST_CHECKOUTS = 5
/** Mostly Ada, and two more who want the same codes and rides. */
const customers = [
  ada,
  ada,
  { ...ada, firstName: 'Sola', email: 'sola@example.com', phone: '0803 900 0007' },
  { ...ada, firstName: 'Uche', email: 'uche@example.com', phone: '0803 900 0008' },
] as const

/** Ada, in as many windows as she likes, and others. */
export const customer = [
  move('fills a cart', 3, fillCart),
  move('orders together with friends', 0.5, orderTogether),
  move('changes a group order', 0.5, changeTogether),
  move('opens the payment window', 1, async ({ checkouts: all, chance, deps }) => {
    const checkout = chance.any(all)
    const accepts_wait = chance.of(0.9)
    return checkout && { about: checkout.tx_ref, act: () => startPayment(deps, checkout.link_token, { accepts_wait }) }
  }),
  move('pays', 4, pay),
  move('comes back from the window', 3, async ({ checkouts: all, chance, deps, outside }) => {
    const checkout = chance.any(all)
    if (!checkout) return null
    const attempt = chance.any(outside.sandbox.transactions.under(checkout.tx_ref))
    const provider_transaction_id = attempt && chance.of(0.8) ? String(attempt.id) : null
    const question = { tx_ref: checkout.tx_ref, provider_transaction_id }
    return { about: checkout.tx_ref, act: () => settleCheckout(deps, question) }
  }),
  move('chooses to meet the rider', 0.7, chooseWhere),
  move('cancels an order', 0.5, async ({ db, chance, deps }) => {
    const key = chance.any(await db.select().from(order_keys).orderBy(order_keys.order_id))
    return key && { about: `order ${key.order_id}`, act: () => withdrawOrder(deps, key.track_token) }
  }),
  move('chooses what to do with a dish that is out', 2, chooseMissing),
  move('says what to do with one beforehand', 0.3, async ({ db, chance, deps }) => {
    const key = chance.any(await db.select().from(order_keys).orderBy(order_keys.order_id))
    const if_missing = chance.one(if_missing_choices)
    return (
      key && {
        about: `order ${key.order_id}, ${if_missing}`,
        act: () => setIfMissingByLink(deps, key.track_token, if_missing),
      }
    )
  }),
  move('says what is wrong', 1, async ({ db, chance, deps }) => {
    const key = chance.any(await db.select().from(order_keys).orderBy(order_keys.order_id))
    const told = {
      kind: chance.one(claim_kinds),
      words: 'No meat',
      dishes: [{ item: 0, quantity: chance.whole(0, 2) }],
    }
    return key && { about: `order ${key.order_id}`, act: () => makeClaim(deps, key.track_token, told) }
  }),
  move('adds a word to what is wrong', 0.5, async ({ db, chance, deps }) => {
    const key = chance.any(await db.select().from(order_keys).orderBy(order_keys.order_id))
    return key && { about: `order ${key.order_id}`, act: () => answerClaim(deps, key.track_token, 'Still no meat') }
  }),
  move('rates an order', 0.5, async ({ db, chance, deps }) => {
    const key = chance.any(await db.select().from(order_keys).orderBy(order_keys.order_id))
    const stars = { food: String(chance.whole(1, 5)), delivery: String(chance.whole(1, 5)), line: 'Good soup' }
    return key && { about: `order ${key.order_id}`, act: () => rateOrder(deps, key.track_token, stars) }
  }),
]

/** Mostly one that waits for a choice, and for a swap mostly the money that it is offered with. */
async function chooseMissing({ db, chance, deps, clock }: World) {
  const rows = await db
    .select({ missing: missing_dishes, order: orders, track_token: order_keys.track_token })
    .from(missing_dishes)
    .innerJoin(orders, eq(orders.id, missing_dishes.order_id))
    .innerJoin(order_keys, eq(order_keys.order_id, missing_dishes.order_id))
    .orderBy(missing_dishes.id)
  const found = chance.any(chance.of(0.9) ? rows.filter(({ missing }) => missing.outcome === null) : rows)
  if (!found) return null
  const { missing, order, track_token } = found
  const of = (await refundable(db, order.checkout_id)).orders.find((one) => one.order.id === order.id)
  if (!of) throw new Error('An order disappeared')
  const offered = chance.any(await swapsFor(db, of, missing, [missing], clock.now()))
  const kind = chance.one(['swap', 'swap', 'leave_out', 'cancel'] as const)
  const back_kobo = (offered?.back_kobo ?? 0) + (chance.of(0.1) ? 100 : 0)
  const choice = kind === 'swap' ? { kind, dish_id: offered?.dish_id ?? 0, back_kobo } : { kind }
  return {
    about: `order ${missing.order_id}, ${missing.name}: ${kind}`,
    act: () => chooseByLink(deps, track_token, { missing_id: missing.id, choice }),
  }
}

async function fillCart(world: World) {
  const { chance, deps, campus, db } = world
  const again = chance.of(0.15) ? chance.any(world.checkouts) : null
  if (!again && world.checkouts.length >= MOST_CHECKOUTS) return null
  const key = again?.key ?? randomUUID()
  const wanted = campus.kitchens.filter(() => chance.of(0.6))
  if (wanted.length === 0) return null
  const cart: CartLine[] = []
  for (const { actor, dish } of wanted) {
    // Now and then the menu in her hand is an old one.
    const now = chance.of(0.95) ? ((await dishOf(db, actor.user_id)) ?? dish) : dish
    const quantity = chance.whole(1, 3)
    cart.push({ vendor_id: actor.user_id, name: now.name, price_kobo: now.price_kobo, quantity })
  }
  const code = chance.one(['', '', 'simulated 33', 'FREE RIDE', 'kitchen 25', 'KITCHENRIDE', 'midday 1', 'midday 2'])
  const form = chance.one(customers)
  // What is changed before it is paid takes the place of the order before.
  const changed = !again && chance.of(0.2) ? chance.any(world.checkouts) : null
  // Some want it for later, and of those some share the ride.
  const slot_from = chance.of(0.3) ? slotAt(world) : null
  const shares_ride = slot_from !== null && wanted.length === 1 && chance.of(0.8)
  const tip_kobo = chance.one([0, 0, 100_00, 333_33, 1_000_000_00])
  return {
    about: [
      form.firstName,
      ...(changed ? [`instead of ${changed.tx_ref}`] : []),
      ...cart.map(({ name, quantity }) => `${quantity} ${name}`),
      `a tip of ${tip_kobo} kobo`,
      ...(shares_ride ? ['a shared ride'] : []),
    ].join(', '),
    async act() {
      const placed = await placeAgain(deps, changed?.link_token ?? '', {
        idempotency_key: key,
        cart,
        form,
        place: nowhere,
        slot_from,
        shares_ride,
        tip_kobo,
        code,
      })
      if (!placed.ok) return placed
      await remember(world, placed.value.link_token, key)
      return startPayment(deps, placed.value.link_token, { accepts_wait: true })
    },
  }
}

async function remember({ db, checkouts: all }: World, link_token: string, key: string): Promise<void> {
  const [row] = await db.select().from(checkouts).where(eq(checkouts.link_token, link_token))
  if (!row || all.some(({ tx_ref }) => tx_ref === row.tx_ref)) return
  all.push({ link_token, tx_ref: row.tx_ref, total_kobo: row.total, key })
}

/** At the gate, at the door again, or where nothing is handed over. */
async function chooseWhere(world: World) {
  const { chance, deps, db } = world
  const known = world.checkouts.length < MOST_CHECKOUTS + 2 ? chance.any(world.checkouts) : null
  const [row] = known ? await db.select().from(checkouts).where(eq(checkouts.link_token, known.link_token)) : []
  const place_id = (chance.of(0.9) ? chance.any(row?.hand_overs ?? [])?.place_id : null) ?? 0
  return (
    known && {
      about: `${known.tx_ref}, place ${place_id}`,
      async act() {
        const chosen = await chooseHandOver(deps, known.link_token, place_id)
        if (!chosen.ok) return chosen
        await remember(world, chosen.value.link_token, randomUUID())
        return startPayment(deps, chosen.value.link_token, { accepts_wait: true })
      },
    }
  )
}

const SLOT_MS = SLOT_MINUTES * 60_000

/** One of two slots, an hour from now, so that others want the same. */
function slotAt({ chance, clock }: World): Date {
  const first = Math.ceil(clock.now().getTime() / (4 * SLOT_MS)) * 4 * SLOT_MS
  return new Date(first + (4 + chance.whole(0, 1)) * SLOT_MS)
}

const ways: readonly { type: PaymentType; auth_model: string }[] = [
  { type: 'card', auth_model: 'PIN' },
  { type: 'ussd', auth_model: 'USSD' },
  { type: 'bank_transfer', auth_model: 'AUTH' },
]

/** At the provider, which lets her pay twice, late, too little, too much, or in dollars. */
async function pay({ checkouts: all, chance, outside, tell }: World) {
  const unpaid = all.filter(({ tx_ref }) => outside.sandbox.transactions.under(tx_ref).length === 0)
  const checkout = chance.any(unpaid.length > 0 && chance.of(0.7) ? unpaid : all)
  if (!checkout) return null
  const way = chance.one(ways)
  const verdict = verdictOf(checkout, way.type, chance)
  const currency = chance.of(0.02) ? 'USD' : 'NGN'
  return {
    about: checkout.tx_ref,
    async act() {
      const order = {
        ...{ tx_ref: checkout.tx_ref, amount_kobo: checkout.total_kobo, currency, payment_type: way.type },
        ...{ customer: { email: 'ada@example.com', name: 'Ada Obi' }, auth_model: way.auth_model },
      }
      const made = charge(outside.sandbox, order, verdict)
      tell(`the provider: charge ${made.id} by ${way.type}, ${made.amount_kobo} kobo ${currency}, ${made.status}`)
    },
  }
}

function verdictOf({ total_kobo }: Placed, way: PaymentType, chance: World['chance']): Verdict {
  if (chance.of(0.12)) return declined('Declined by the bank')
  const odd = way === 'bank_transfer' && chance.of(0.3)
  const amount_kobo = odd ? chance.one([total_kobo - 100_00, total_kobo + 50_50, total_kobo * 2]) : total_kobo
  const slow = way !== 'card' && chance.of(0.5)
  return { ...approved, amount_kobo, ...(slow && { on_its_way_seconds: chance.one([3, 60, 900, 7200]) }) }
}
