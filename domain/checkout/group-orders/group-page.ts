import { and, desc, eq } from 'drizzle-orm'
import type { Geocoder } from '../../../adapters/maps/geocoder.ts'
import type { Db } from '../../../db/handle.ts'
import { lineTotal } from '../../catalog/cart-line.ts'
import { type VendorMenu, vendorMenu } from '../../catalog/vendor-menu.ts'
import type { Clock } from '../../clock.ts'
import { type Kobo, kobo, sumKobo } from '../../money.ts'
import { closesAt, percentsOf } from '../../orders/runs/join-run.ts'
import { SHARED_RIDES } from '../../orders/runs/ride-settings.ts'
import { readCampus } from '../../places/read-campus.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { feeLines } from '../fee-lines.ts'
import { type CartChange, locateKitchens, type PricedCart, priceCart, readVendors } from '../quote.ts'
import { beginAt } from '../slots.ts'
import { type CheckoutLine, checkouts, type FeeLine } from '../tables.ts'
import { linesOf, pricedAt } from './change-lines.ts'
import { type Asking, findGroup, isOpen, isPaid, type Member, membersOf, payersOf } from './find-group.ts'
import { type FeeWith, feesByPayers, partsOf } from './shares.ts'
import type { Pays } from './tables.ts'

type Line = Awaited<ReturnType<typeof linesOf>>[number]

export type MemberPart = Pick<Member, 'id' | 'name' | 'is_starter'> & {
  lines: readonly Line[]
  /** What of it can no longer be had as it was chosen. */
  changes: readonly CartChange[]
  food_kobo: Kobo
  /** With an even part of the delivery where one pays; the dishes alone where each pays. */
  part_kobo: Kobo
  is_paid: boolean
}

export type GroupPage = {
  token: string
  vendor: VendorMenu['vendor']
  sections: VendorMenu['sections']
  place_name: string
  pays: Pays
  slot_from: Date | null
  choose_until: Date
  is_open: boolean
  /** Where one pays: it is paid for. */
  is_ordered: boolean
  /** Whose browser it is; null for who has not joined. */
  me: MemberPart | null
  /** The newest order of this member, paid or not; null for none. */
  own_order: { link_token: string; is_paid: boolean } | null
  members: readonly MemberPart[]
  food_kobo: Kobo
  /** What the delivery costs where one pays. */
  fee_kobo: Kobo
  /** What it costs this member where each pays, by how many do; empty where one pays. */
  fees: readonly FeeWith[]
  /** Until when each can pay their own; null where one pays. */
  pay_until: Date | null
  /** What was ordered, once one has paid for it. */
  ordered: readonly CheckoutLine[]
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
  const payers = await payersOf(db, group.id)
  const lines = await linesOf(
    db,
    group,
    members.map(({ id }) => id),
  )
  const parts: MemberPart[] = []
  for (const { id, name, is_starter } of members) {
    const own = lines.filter(({ member_id }) => member_id === id)
    const is_paid = isPaid(group, { id }, payers)
    const { changes } = is_paid ? { changes: [] } : await priceCart({ db, clock }, own)
    const food_kobo = sumKobo(own.map(lineTotal))
    parts.push({ id, name, is_starter, lines: own, changes, food_kobo, part_kobo: food_kobo, is_paid })
  }
  const me = parts.find(({ id }) => members.some((member) => member.id === id && member.secret === secret)) ?? null
  const food_kobo = sumKobo(parts.map((part) => part.food_kobo))
  const way = await wayOf({ ...deps, clock }, group, group.pays === 'one' ? food_kobo : (me?.food_kobo ?? kobo(0)))
  const shares = partsOf(
    parts.map((part) => part.food_kobo),
    way.fee_kobo,
  )
  const is_ordered = group.pays === 'one' && payers.size > 0
  return {
    ...{ token, vendor: menu.vendor, sections: menu.sections, pays: group.pays, slot_from: group.slot_from },
    place_name: way.place_name,
    choose_until: group.choose_until,
    is_open: isOpen(group, now) && !is_ordered,
    is_ordered,
    me,
    own_order: me && (await orderOf(db, me.id)),
    members:
      group.pays === 'one' ? parts.map((part, at) => ({ ...part, part_kobo: shares[at] ?? part.part_kobo })) : parts,
    food_kobo,
    fee_kobo: way.fee_kobo,
    fees: group.pays === 'each' ? way.fees : [],
    pay_until: group.pays === 'each' ? way.pay_until : null,
    ordered: is_ordered ? await orderedLines(db, payers) : [],
  }
}

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
  const kitchens = await locateKitchens(deps, vendors, group.slot_from)
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
    fee_kobo: kobo(single_kobo + besides_kobo),
    fees: feesByPayers(single_kobo, { percents: percentsOf(rides), most: rides.most, besides_kobo }),
    pay_until: begins_at && closesAt(begins_at, rides),
  }
}

async function orderOf(db: Db, member_id: number): Promise<GroupPage['own_order']> {
  const rows = await db
    .select({ link_token: checkouts.link_token, status: checkouts.status })
    .from(checkouts)
    .where(eq(checkouts.group_member_id, member_id))
    .orderBy(desc(checkouts.created_at))
  const order = rows.find(({ status }) => status === 'Paid') ?? rows[0]
  return order ? { link_token: order.link_token, is_paid: order.status === 'Paid' } : null
}

async function orderedLines(db: Db, payers: ReadonlySet<number>): Promise<readonly CheckoutLine[]> {
  const [payer] = payers
  if (payer === undefined) return []
  const rows = await db
    .select({ lines: checkouts.lines })
    .from(checkouts)
    .where(and(eq(checkouts.group_member_id, payer), eq(checkouts.status, 'Paid')))
  return rows.flatMap(({ lines }) => lines)
}
