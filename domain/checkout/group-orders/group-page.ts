import type { Geocoder } from '../../../adapters/maps/geocoder.ts'
import type { Db } from '../../../db/handle.ts'
import { lineTotal } from '../../catalog/menu/cart-line.ts'
import { forWhom, ownersOf } from '../../catalog/menu/for-whom.ts'
import { type VendorMenu, vendorMenu } from '../../catalog/menu/vendor-menu.ts'
import { type Clock, earliest } from '../../clock.ts'
import { type Kobo, kobo, sumKobo } from '../../money.ts'
import { closesAt, lastToJoin, percentsOf } from '../../orders/runs/join-run.ts'
import { SHARED_RIDES } from '../../orders/runs/ride-settings.ts'
import { readCampus } from '../../places/read-campus.ts'
import type { OrderRules } from '../../settings/definitions.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { feeLines } from '../quote/fee-lines.ts'
import { type CartChange, locateKitchens, type PricedCart, priceCart, readVendors } from '../quote/quote.ts'
import { beginAt, lastToOrder } from '../slots/slots.ts'
import type { CheckoutLine, FeeLine } from '../tables.ts'
import { linesOf, pricedAt } from './change-lines.ts'
import {
  type Asking,
  findGroup,
  type GroupOrder,
  isOpen,
  type Member,
  mayTakeOverFrom,
  membersOf,
  paymentOf,
} from './find-group.ts'
import { type Bill, billOfOrder, billToCome } from './group-bill.ts'
import { checkoutsOf, type GroupCheckout, paysFor } from './group-checkouts.ts'
import { type FeeWith, feesByPayers } from './shares.ts'
import type { Pays } from './tables.ts'
import { takenAlong } from './take-along.ts'

type Line = Awaited<ReturnType<typeof linesOf>>[number]

export type MemberPart = Pick<Member, 'id' | 'name' | 'is_starter'> & {
  lines: readonly Line[]
  /** What of it can no longer be had as it was chosen. */
  changes: readonly CartChange[]
  food_kobo: Kobo
  /** Of all that it costs where one pays (`partsOf`); the dishes alone where each pays. */
  part_kobo: Kobo
  /** Whether it is paid for, or that is under way; null for neither. */
  payment: 'paid' | 'being_paid' | null
}

export type GroupPage = {
  token: string
  vendor: VendorMenu['vendor']
  sections: VendorMenu['sections']
  place_name: string
  pays: Pays
  /** What each friend's dishes may cost where one pays; null for no limit. */
  most_each_kobo: Kobo | null
  slot_from: Date | null
  choose_until: Date
  is_open: boolean
  /** Where one pays: it is paid for. */
  is_ordered: boolean
  /** What was paid for, by this member or by one for all, was called off: by which move; null where that is not so. */
  called_off_by: string | null
  /** From when on another may order and pay for all, where one is to; null where each pays. */
  may_take_over_from: Date | null
  /** Whose browser it is; null for who has not joined. */
  me: MemberPart | null
  /** This member has no dishes in it, and took some along into a cart of their own. */
  took_along: boolean
  /** The order of this member that is paid or being paid, else the newest; null for none. */
  own_order: Pick<GroupCheckout, 'link_token' | 'state'> | null
  members: readonly MemberPart[]
  /** What it all costs where one pays, and else this member's dishes with the delivery for one alone. */
  bill: Bill
  /** What dishes have to cost at least, and what is missing of that; null where they do. */
  minimum: { minimum_kobo: Kobo; missing_kobo: Kobo } | null
  /** What a small order costs besides, in the fee already; null where it is none. */
  small_order: { below_kobo: Kobo; besides_kobo: Kobo } | null
  /** What it costs this member where each pays, by how many do; empty where one pays. */
  fees: readonly FeeWith[]
  /** Until when each can pay their own, sharing the ride, and whether it is too late even without; else null. */
  pay_until: Date | null
  is_too_late: boolean
}

/**
 * All that members see of a group order, at present prices (docs/product.md#group-orders); null for a link that leads
 * nowhere, and where its kitchen is no longer listed.
 */
export async function groupPage(
  deps: { db: Db; clock: Clock; geocoder: Geocoder },
  { token, secret }: Asking,
): Promise<GroupPage | null> {
  const { db } = deps
  const group = await findGroup(db, token)
  const now = deps.clock.now()
  const clock = group ? pricedAt(group, deps.clock) : deps.clock
  const menu = group && (await vendorMenu(db, group.vendor_id, clock.now()))
  if (!group || !menu) return null
  const members = await membersOf(db, group.id)
  const ordered = await checkoutsOf(db, group.id, now)
  const lines = await linesOf(
    db,
    group,
    members.map(({ id }) => id),
  )
  const foods = members.map(({ id }) => sumKobo(lines.filter(({ member_id }) => member_id === id).map(lineTotal)))
  const mine = members.findIndex((member) => member.secret === secret)
  const way = await wayOf({ ...deps, clock }, group, group.pays === 'one' ? sumKobo(foods) : (foods[mine] ?? kobo(0)))
  const stands = standingOrder(group, ordered)
  const names = members.map(({ name }) => name)
  const bill = stands
    ? await billOfOrder(db, stands.link_token, names)
    : await billToCome(
        db,
        {
          ...{ vendor_id: group.vendor_id, fee_kobo: way.fee_kobo },
          foods: group.pays === 'one' ? foods : [foods[mine] ?? kobo(0)],
        },
        now,
      )
  const parts: MemberPart[] = []
  for (const [at, { id, name, is_starter }] of members.entries()) {
    const payment = paymentOf(group, { id }, ordered)
    const own = stands?.state === 'paid' ? linesFor(name, stands.lines) : lines.filter((line) => line.member_id === id)
    const { changes } = payment ? { changes: [] } : await priceCart({ db, clock }, own)
    const [food_kobo, part_kobo] = group.pays === 'one' ? [bill.foods[at], bill.parts[at]] : [foods[at], foods[at]]
    parts.push({
      ...{ id, name, is_starter, lines: own, changes, payment },
      ...{ food_kobo: food_kobo ?? kobo(0), part_kobo: part_kobo ?? kobo(0) },
    })
  }
  const me = parts[mine] ?? null
  const own = ordered.filter(({ member_id }) => member_id === me?.id)
  const is_ordered = group.pays === 'one' && stands?.state === 'paid'
  const is_each = group.pays === 'each'
  const took_along = me?.lines.length === 0 && (await takenAlong(db, group, me.id)).length > 0
  return {
    ...{ token, vendor: menu.vendor, sections: menu.sections, pays: group.pays, slot_from: group.slot_from },
    most_each_kobo: group.most_each,
    place_name: way.place_name,
    choose_until: group.choose_until,
    is_open: isOpen(group, now) && !is_ordered,
    is_ordered,
    called_off_by: me && calledOffBy(ordered.filter((checkout) => paysFor(group, me, checkout))),
    may_take_over_from: is_each ? null : mayTakeOverFrom(group, ordered),
    me,
    took_along,
    own_order: own.find(({ state }) => state === 'paid' || state === 'being_paid') ?? own[0] ?? null,
    members: parts,
    bill,
    minimum: missingOf(way.rules, is_each ? (me?.food_kobo ?? kobo(0)) : bill.food_kobo),
    small_order: smallOrder(way.rules, way.besides_kobo),
    fees: is_each ? way.fees : [],
    pay_until: is_each ? way.pay_until : null,
    is_too_late: is_each && way.order_until !== null && now > way.order_until,
  }
}

/** The order of all where one pays: the paid one, the one that is being paid, or what is stored and still the same. */
const standingOrder = ({ pays }: Pick<GroupOrder, 'pays'>, ordered: readonly GroupCheckout[]) =>
  pays === 'each'
    ? undefined
    : (ordered.find(({ state }) => state === 'paid') ??
      ordered.find(({ state }) => state === 'being_paid') ??
      ordered.find(({ state, is_current }) => state === 'unpaid' && is_current))

/** The lines of an order that are somebody's, without saying so. */
const linesFor = (name: string, lines: readonly CheckoutLine[]): Line[] =>
  lines.flatMap((line, line_id) => {
    const owner = ownersOf(line.options ?? [])
    if (!owner.some((one) => one.name === forWhom(name).name)) return []
    const options = (line.options ?? []).filter((option) => !owner.includes(option))
    return [{ ...line, options, line_id, member_id: 0 }]
  })

/** What dishes have to cost at least, and what is missing; null where they do. */
const missingOf = ({ minimum_order_kobo }: OrderRules, food_kobo: Kobo) =>
  food_kobo > 0 && food_kobo < minimum_order_kobo
    ? { minimum_kobo: minimum_order_kobo, missing_kobo: kobo(minimum_order_kobo - food_kobo) }
    : null

/** What a small order costs besides, in the fee already; null for nothing. */
const smallOrder = ({ small_order_below_kobo }: OrderRules, besides_kobo: Kobo) =>
  besides_kobo > 0 ? { below_kobo: small_order_below_kobo, besides_kobo } : null

/** Nothing of it stands, and the newest that was paid was called off. */
const calledOffBy = (ordered: readonly GroupCheckout[]) =>
  ordered.some(({ state }) => state === 'paid') ? null : (ordered.find(({ ended_by }) => ended_by)?.ended_by ?? null)

/** What the way costs at the group's time, with what a small order of so much costs besides. */
async function wayOf(
  deps: { db: Db; clock: Clock; geocoder: Geocoder },
  group: { vendor_id: string; place_id: number; slot_from: Date | null },
  subtotal_kobo: Kobo,
) {
  const priced: Pick<PricedCart, 'delivery' | 'rules'> = await priceCart(deps, [])
  const vendors = await readVendors(deps.db, [group.vendor_id])
  const campus = await readCampus(deps.db)
  const place = campus.places.find(({ id }) => id === group.place_id)
  const kitchens = await locateKitchens(deps, { vendors, lines: [] }, { campus, slot_from: group.slot_from })
  const lines = feeLines({ kitchens, customer: place ?? null, subtotal_kobo }, { ...priced, graph: campus })
  const feeOf = (wanted: (line: FeeLine) => boolean) => sumKobo(lines.filter(wanted).map((line) => line.fee_kobo))
  const besides_kobo = feeOf((line) => line.vendor_id === null)
  const single_kobo = feeOf((line) => line.vendor_id !== null)
  const rides = await readSetting(deps.db, SHARED_RIDES)
  const preparation_minutes = vendors[0]?.preparation_minutes ?? 0
  const way_minutes = lines[0]?.way_minutes ?? null
  const begins_at = group.slot_from && beginAt(group.slot_from, { preparation_minutes, way_minutes, collects: false })
  return {
    place_name: place?.name ?? '',
    rules: priced.rules,
    besides_kobo,
    fee_kobo: kobo(single_kobo + besides_kobo),
    fees: feesByPayers(single_kobo, { percents: percentsOf(rides), most: rides.most, besides_kobo }),
    pay_until: begins_at && earliest(lastToJoin(closesAt(begins_at, rides)), lastToOrder(begins_at)),
    order_until: begins_at && lastToOrder(begins_at),
  }
}
