import { createHash } from 'node:crypto'
import { eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Charge } from '../adapters/payments/payment-provider.ts'
import type { Db } from '../db/handle.ts'
import type { Actor } from '../domain/accounts/actor.ts'
import { cohort_days } from '../domain/analytics/tables.ts'
import { lineTotal } from '../domain/catalog/menu/cart-line.ts'
import { fitChoices } from '../domain/catalog/menu/fit-choices.ts'
import type { ChosenOption, OptionGroup } from '../domain/catalog/menu/option-groups.ts'
import { food, vendors } from '../domain/catalog/tables.ts'
import { recordCharge } from '../domain/checkout/settlement/record-charge.ts'
import { type CheckoutLine, checkouts } from '../domain/checkout/tables.ts'
import { riders } from '../domain/delivery/tables.ts'
import { kobo, sumKobo } from '../domain/money.ts'
import { notifications } from '../domain/notifications/tables.ts'
import { daily_figures } from '../domain/orders/tables.ts'
import { parsePhone } from '../domain/phone.ts'
import { reactions } from '../domain/reactions.ts'
import { DELIVERY_SETTINGS } from '../domain/settings/definitions.ts'
import { acceptPastOrder, carryPastOrder, cookPastOrder } from './carry-past-order.ts'
import { demoUserId } from './demo-vendor.ts'
import type { PastPayment, PastProvider } from './past-charges.ts'
import { settlePastMessages } from './past-messages.ts'
import { type PastOrder, past_orders } from './past-orders.ts'

const announce = reactions({ public_url: 'http://localhost:3000' })

/**
 * Two weeks of history, made with the verbs that make real orders, so that the books balance. They were paid at
 * `provider` before. Answers how many were placed.
 */
export async function placePastOrders(db: Db, provider: PastProvider, now: Date): Promise<number> {
  const menu = await menuOf(db)
  const carriers = await demoCarriers(db)
  const carts = past_orders.flatMap((past, index) => {
    if (past.outcome === 'Cancelled') return []
    const lines = past.lines.flatMap(
      (line) => menu.get(`${demoUserId(line.vendor_key)} ${line.dish_name}`)?.(line.quantity) ?? [],
    )
    return lines.length === 0 ? [] : [{ past, cart: cartOf(past, lines, index, now) }]
  })
  // In the order of payment, so that the provider's list has it too.
  const by_time = carts.toSorted((one, other) => Number(one.cart.created_at) - Number(other.cart.created_at))
  const charges = await provider.charges(by_time.map(({ cart }, index) => paymentOf(cart, index)))
  for (const { past, cart } of carts) {
    const charge = charges.get(cart.tx_ref)
    if (!charge) throw new Error(`Nobody was charged for ${cart.tx_ref}`)
    await placePastOrder(db, carriers, { past, cart, charge, provider: provider.name })
  }
  // Figures of these days that were counted meanwhile are counted again.
  await db.delete(daily_figures)
  await db.delete(cohort_days)
  // Nobody should get messages or news about the past.
  await settlePastMessages(db)
  await db.update(notifications).set({ read_at: now }).where(isNull(notifications.read_at))
  return carts.length
}

type Cart = ReturnType<typeof cartOf>

/** A checkout as it was when its payment began. */
function cartOf(past: PastOrder, lines: CheckoutLine[], index: number, now: Date) {
  const at = pastInstant(past, now)
  const digest = createHash('sha256').update(`past order ${index}`).digest('hex')
  const subtotal = sumKobo(lines.map(lineTotal))
  const delivery_fee = DELIVERY_SETTINGS.default.default_fee_kobo
  return {
    tx_ref: `CHOW-${at.getTime()}-${digest.slice(0, 12)}`,
    link_token: digest.slice(12, 36),
    idempotency_key: digest.slice(36),
    first_name: past.customer.first_name,
    last_name: past.customer.last_name,
    email: past.customer.email,
    phone: parsePhone(past.customer.phone) ?? past.customer.phone,
    address: past.customer.address,
    ...doorOf(digest),
    lines,
    subtotal,
    delivery_fee,
    total: kobo(subtotal + delivery_fee),
    created_at: at,
    payment_started_at: at,
    payable_until: new Date(at.getTime() + 3_600_000),
  }
}

const ways_to_pay = ['card', 'ussd', 'bank_transfer'] as const

function paymentOf(cart: Cart, index: number): PastPayment {
  const { tx_ref, total, email, phone, created_at: paid_at } = cart
  const payment_type = ways_to_pay[index % ways_to_pay.length] ?? 'card'
  const customer = { email, phone, name: `${cart.first_name} ${cart.last_name}` }
  return { tx_ref, total_kobo: total, payment_type, customer, paid_at }
}

async function placePastOrder(
  db: Db,
  carriers: Actor[],
  paid: { past: PastOrder; cart: Cart; charge: Charge; provider: string },
): Promise<void> {
  const { past, cart, charge, provider } = paid
  const [checkout] = await db.insert(checkouts).values(cart).returning({ id: checkouts.id })
  if (!checkout) throw new Error('The demo checkout was not stored')
  const at = cart.created_at
  await recordCharge({ db, clock: { now: () => at }, payments: { name: provider }, announce }, charge)
  await bringTo(db, carriers, past, checkout.id, at)
}

/** The riders on duty, who take turns. */
async function demoCarriers(db: Db): Promise<Actor[]> {
  const on_duty = await db.select().from(riders).where(isNotNull(riders.on_duty_since)).orderBy(riders.id)
  return on_duty.map(({ user_id, email }) => ({ user_id, email, role: 'rider' }))
}

async function bringTo(db: Db, carriers: Actor[], past: PastOrder, checkout_id: string, placed_at: Date) {
  const rows = await db.query.orders.findMany({
    columns: { id: true, vendor_id: true },
    where: (order, { eq: is }) => is(order.checkout_id, checkout_id),
    orderBy: (order) => order.id,
  })
  for (const { id, vendor_id } of rows) {
    // Most arrive by the end of the promised window, and some do not.
    const minutes = 10 + ((id * 7) % 13)
    // An order that nobody accepted would be cancelled automatically, and its made-up payment refunded.
    const cook = past.outcome === 'Accepted' ? acceptPastOrder : cookPastOrder
    await cook(db, announce, { id, vendor_id, placed_at, minutes })
    const rider = carriers[id % carriers.length]
    if (past.outcome !== 'Delivered' || !rider) continue
    const ready_at = new Date(placed_at.getTime() + minutes * 60_000)
    await carryPastOrder(db, announce, rider, { id, ready_at, way_minutes: 5 + ((id * 5) % 9) })
  }
}

async function menuOf(db: Db): Promise<Map<string, (quantity: number) => CheckoutLine>> {
  const rows = await db
    .select()
    .from(food)
    .innerJoin(vendors, eq(vendors.user_id, food.vendor_id))
    .where(inArray(vendors.status, ['Active']))
  return new Map(
    rows.map(({ food: dish, vendors: vendor }) => [
      `${vendor.user_id} ${dish.name}`,
      (quantity: number) => {
        const { options, price_kobo } = fitChoices(dish.option_groups, usualChoices(dish.option_groups))
        return {
          vendor_id: vendor.user_id,
          vendor_name: vendor.name ?? '',
          food_id: dish.id,
          name: dish.name,
          price_kobo: kobo(dish.price + price_kobo),
          quantity,
          ...(options.length > 0 ? { options } : {}),
        }
      },
    ]),
  )
}

/** What most people choose: one of every group, the second if there is a choice. */
function usualChoices(groups: readonly OptionGroup[]): ChosenOption[] {
  return groups.flatMap(({ name: group, options }) =>
    options
      .slice(0, 2)
      .slice(-1)
      .map(({ name }) => ({ group, name })),
  )
}

/** A door somewhere between the gates, the same for the same order. */
function doorOf(digest: string): { latitude: number; longitude: number } {
  const share = (at: number) => Number.parseInt(digest.slice(at, at + 4), 16) / 0xffff
  return { latitude: 7.296 + share(0) * 0.009, longitude: 5.134 + share(4) * 0.013 }
}

/**
 * An instant in the past, by campus time and days ago. Today's orders that would be in the future are placed now, and
 * those with ready food twenty minutes ago, so that riders find something to carry.
 */
function pastInstant(past: PastOrder, now: Date): Date {
  const day = new Date(now.getTime() + 3_600_000 - past.days_ago * 86_400_000).toISOString().slice(0, 10)
  if (past.outcome === 'Completed') return new Date(now.getTime() - 23 * 60_000)
  const at = new Date(`${day}T${past.time}:00+01:00`)
  return at < now ? at : now
}
