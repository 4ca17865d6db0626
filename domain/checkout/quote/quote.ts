import { eq } from 'drizzle-orm'
import type { Geocoder } from '../../../adapters/maps/geocoder.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import { type Given, idList, isOneOf, kept } from '../../../db/kept-statement.ts'
import { isSoldOut, takesOrders } from '../../catalog/hours/availability.ts'
import { SERVICE_HOURS, type ServiceHours } from '../../catalog/hours/service-hours.ts'
import { type CartLine, type CartLineName, lineTotal } from '../../catalog/menu/cart-line.ts'
import { fitChoices, sameName } from '../../catalog/menu/fit-choices.ts'
import { choicesKey } from '../../catalog/menu/option-groups.ts'
import { ruleText } from '../../catalog/menu/option-rules.ts'
import { food, vendors } from '../../catalog/tables.ts'
import type { Clock } from '../../clock.ts'
import { pickUpWindows } from '../../delivery/windows/expected-windows.ts'
import { type Kobo, kobo, sumKobo } from '../../money.ts'
import { known, type Point } from '../../places/distance.ts'
import { findPoint } from '../../places/find-place.ts'
import { type Campus, readCampus } from '../../places/read-campus.ts'
import { places } from '../../places/tables.ts'
import { offerIdsOf } from '../../promotions/offers.ts'
import { DELIVERY_SETTINGS, type DeliverySettings, ORDER_RULES, type OrderRules } from '../../settings/definitions.ts'
import { readSettings } from '../../settings/read-setting.ts'
import type { CheckoutLine, FeeLine } from '../tables.ts'
import { type CartKitchen, feeLines, feeOf } from './fee-lines.ts'
import { changesWithin, type RiddenAt, riddenInSlot, riddenSoon } from './ridden-at.ts'

export type CartChange = CartLineName & {
  change:
    | { kind: 'price'; was_kobo: Kobo; now_kobo: Kobo }
    | { kind: 'gone' }
    | { kind: 'sold_out' }
    /** Choices that are no longer offered; the line stays without them, at its present price. */
    | { kind: 'choice_gone'; choices: string[]; was_kobo: Kobo; now_kobo: Kobo }
    /** Its note was left out, because it names a web address. */
    | { kind: 'note_gone' }
    /** The remaining choices break a group's rule; the line is left out until somebody chooses again. */
    | { kind: 'choose_again'; group: string; rule: string }
    | { kind: 'vendor_unavailable'; vendor_name: string; text: string }
}

export type Quote = {
  /** What can be ordered now, at present prices. */
  lines: CheckoutLine[]
  changes: CartChange[]
  subtotal_kobo: Kobo
  fee_lines: FeeLine[]
  delivery_fee_kobo: Kobo
  /** What the customer gives their riders besides. */
  tip_kobo: Kobo
  total_kobo: Kobo
}

type Deps = { db: Db; clock: Clock; geocoder: Geocoder }

/** A cart whose fee is not known yet. */
export type PricedCart = Pick<Quote, 'lines' | 'changes' | 'subtotal_kobo'> & {
  /** When the first of its vendors, or the marketplace, closes; null when no closing is planned. */
  closes_at: Date | null
  /** The vendors of its lines, in the cart's order. */
  vendors: Vendor[]
  delivery: DeliverySettings
  rules: OrderRules
  service: ServiceHours
}

/**
 * Prices a cart as of now: price, choices, availability and opening hours of every line, and the fee from its vendors
 * to the customer (docs/product.md#delivery-fee). `changes` lists everything that differs from what the
 * customer saw; if it is empty, they may pay.
 */
export async function quoteCart(deps: Deps, cart: readonly CartLine[], customer: Point | null) {
  return withFee(deps, await priceCart(deps, cart), customer)
}

/** The same without the fee, for a cart whose total is already fixed. */
export async function priceCart(deps: { db: Db | Tx; clock: Clock }, cart: readonly CartLine[]): Promise<PricedCart> {
  const now = deps.clock.now()
  const vendor_ids = [...new Set(cart.map((line) => line.vendor_id))]
  const vendors = await readVendors(deps.db, vendor_ids)
  const dishes = await readDishes(deps.db, vendor_ids)
  const [service, delivery, rules] = await readSettings(deps.db, [SERVICE_HOURS, DELIVERY_SETTINGS, ORDER_RULES])

  let closes_at: Date | null = null
  const lines: CheckoutLine[] = []
  const changes: CartChange[] = []
  for (const line of cart) {
    const vendor = vendors.find((row) => row.user_id === line.vendor_id)
    const dish = dishes.find((row) => row.vendor_id === line.vendor_id && sameName(row.name, line.name))
    const say = (change: CartChange['change']) =>
      changes.push({ vendor_id: line.vendor_id, name: line.name, options: line.options, change })
    if (!vendor?.name || !dish) {
      say({ kind: 'gone' })
      continue
    }
    const answer = takesOrders(vendor, service, now)
    if (!answer.open) {
      say({ kind: 'vendor_unavailable', vendor_name: vendor.name, text: answer.text })
      continue
    }
    if (answer.until && (!closes_at || answer.until < closes_at)) closes_at = answer.until
    if (isSoldOut(dish, now)) {
      say({ kind: 'sold_out' })
      continue
    }
    const { options, price_kobo: added, gone, note_gone, broken } = fitChoices(dish.option_groups, line.options)
    if (broken) {
      say({ kind: 'choose_again', group: broken.name, rule: ruleText(broken) })
      continue
    }
    const price_kobo = kobo(dish.price + added)
    const prices = { was_kobo: line.price_kobo, now_kobo: price_kobo }
    if (note_gone) say({ kind: 'note_gone' })
    if (gone.length > 0) say({ kind: 'choice_gone', choices: gone, ...prices })
    else if (price_kobo !== line.price_kobo) say({ kind: 'price', ...prices })
    const same_line = lines.find(
      (known) => known.food_id === dish.id && choicesKey(known.options) === choicesKey(options),
    )
    if (same_line) {
      same_line.quantity += line.quantity
      continue
    }
    lines.push({
      vendor_id: vendor.user_id,
      vendor_name: vendor.name,
      food_id: dish.id,
      name: dish.name,
      price_kobo,
      quantity: line.quantity,
      ...(options.length > 0 ? { options } : {}),
    })
  }

  return {
    lines,
    changes,
    subtotal_kobo: sumKobo(lines.map(lineTotal)),
    closes_at,
    vendors: [...new Set(lines.map(({ vendor_id }) => vendor_id))].flatMap(
      (vendor_id) => vendors.find(({ user_id }) => user_id === vendor_id) ?? [],
    ),
    delivery,
    rules,
    service,
  }
}

/** Adds the fee to a customer's place. Without a place the default fee applies, and no map is asked. */
export async function withFee(
  deps: Deps,
  priced: PricedCart,
  customer: Point | null,
  known?: { campus: Campus; kitchens: readonly CartKitchen[] },
): Promise<Quote> {
  const { lines, changes, subtotal_kobo, vendors, delivery, rules } = priced
  const graph = known?.campus ?? (customer ? await readCampus(deps.db) : { places: [], ways: [] })
  const kitchens = customer
    ? (known?.kitchens ?? (await locateKitchens(deps, priced, { campus: graph })))
    : vendors.slice(0, 1).map(({ user_id }) => ({ vendor_id: user_id, point: null, ridden_at: any_time }))
  const fee_lines = feeLines({ kitchens, customer, subtotal_kobo }, { delivery, rules, graph })
  const delivery_fee_kobo = feeOf(fee_lines)
  const total_kobo = kobo(subtotal_kobo + delivery_fee_kobo)
  return { lines, changes, subtotal_kobo, fee_lines, delivery_fee_kobo, tip_kobo: 0, total_kobo }
}

/** Of a kitchen without a point no way is looked for. */
const any_time: RiddenAt = { from: '00:00', minutes: 0, rides_on: false }

/** Nothing that is ordered now is still to be picked up then. */
const FAR_MINUTES = 4 * 60

type Kitchens = { vendors: readonly Vendor[]; lines: readonly CheckoutLine[] }

/** Where the kitchens of a cart are, in its order, and when their food is ridden. */
export async function locateKitchens(
  deps: Deps,
  { vendors, lines }: Kitchens,
  { campus, slot_from = null }: { campus: Campus; slot_from?: Date | null },
): Promise<CartKitchen[]> {
  const when = { campus, now: deps.clock.now(), slot_from }
  const riddenFrom = await riddenFromKitchens(deps.db, { vendors, lines }, when)
  const kitchens: CartKitchen[] = []
  for (const vendor of vendors) {
    const point = await vendorPoint(deps, vendor)
    kitchens.push({ vendor_id: vendor.user_id, point, ridden_at: riddenFrom(vendor.user_id) })
  }
  return kitchens
}

/** When the food of a cart's kitchens is ridden: from when it is expected to be picked up, or for its slot. */
export async function riddenFromKitchens(
  db: Db,
  { vendors, lines }: Kitchens,
  { campus, now, slot_from }: { campus: Campus; now: Date; slot_from: Date | null },
): Promise<(vendor_id: string) => RiddenAt> {
  if (slot_from) return () => riddenInSlot(slot_from)
  // Until a way closes or opens one time is as good as another.
  if (!changesWithin(campus, now, FAR_MINUTES)) return () => riddenSoon({ from: now, until: now })
  const vendor_ids = vendors.map(({ user_id }) => user_id)
  const windows = await pickUpWindows(db, { vendor_ids, lines, now })
  return (vendor_id) => riddenSoon(windows.get(vendor_id) ?? { from: now, until: now })
}

/** The same for a customer who collects it at the kitchens: there is no way to pay for. */
export function withoutFee({ lines, changes, subtotal_kobo }: PricedCart): Quote {
  const nothing = { fee_lines: [], delivery_fee_kobo: kobo(0), tip_kobo: kobo(0) }
  return { lines, changes, subtotal_kobo, ...nothing, total_kobo: subtotal_kobo }
}

/** The same with what the customer gives their riders besides. */
export function withTip(quote: Quote, tip_kobo: Kobo): Quote {
  return { ...quote, tip_kobo, total_kobo: kobo(quote.total_kobo + tip_kobo) }
}

type Vendor = Awaited<ReturnType<typeof readVendors>>[number]

/** What a quote has to know of these kitchens, whatever their status. */
export const readVendors = (db: Db | Tx, vendor_ids: readonly string[]) => vendorsByIds(db, ...idList(vendor_ids))

type OfKitchens = { ids?: readonly string[] }
type Few = readonly Given<{ id: string }>[]

const vendorsByIds = kept((db, { ids }: Given<OfKitchens>, few: Few) =>
  db
    .select({
      user_id: vendors.user_id,
      offer_ids: offerIdsOf(vendors.user_id),
      name: vendors.name,
      status: vendors.status,
      week_hours: vendors.week_hours,
      hours_exceptions: vendors.hours_exceptions,
      paused_until: vendors.paused_until,
      preparation_minutes: vendors.preparation_minutes,
      address: vendors.address,
      own_point: { latitude: vendors.latitude, longitude: vendors.longitude },
      landmark: { latitude: places.latitude, longitude: places.longitude },
    })
    .from(vendors)
    .leftJoin(places, eq(places.name, vendors.landmark))
    .where(isOneOf(vendors.user_id, ids, few)),
)

const readDishes = (db: Db | Tx, vendor_ids: readonly string[]) => dishesOf(db, ...idList(vendor_ids))

const dishesOf = kept((db, { ids }: Given<OfKitchens>, few: Few) =>
  db
    .select({
      id: food.id,
      vendor_id: food.vendor_id,
      name: food.name,
      price: food.price,
      sold_out_until: food.sold_out_until,
      option_groups: food.option_groups,
    })
    .from(food)
    .where(isOneOf(food.vendor_id, ids, few)),
)

/** A vendor's own coordinates, then its landmark's, then a search for its address (docs/product.md#delivery-fee). */
async function vendorPoint(deps: Deps, vendor: Vendor): Promise<Point | null> {
  return storedPoint(vendor) ?? (vendor.address ? findPoint(deps, vendor.address) : null)
}

/** Where a kitchen is, as far as we know without a map. */
export function storedPoint({ own_point, landmark }: Pick<Vendor, 'own_point' | 'landmark'>): Point | null {
  return known(own_point) ?? known(landmark)
}
