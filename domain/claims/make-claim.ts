import { and, desc, eq, gt, gte, sql } from 'drizzle-orm'
import { noteAdmins, noteOrder } from '../../db/after-commit.ts'
import type { Db, Tx } from '../../db/handle.ts'
import { lineTotal } from '../catalog/menu/cart-line.ts'
import { nameWithChoices } from '../catalog/menu/option-groups.ts'
import { DAY_MS, MINUTE_MS } from '../clock.ts'
import { order_keys } from '../delivery/tables.ts'
import type { AnnouncingDeps } from '../events.ts'
import { the_system } from '../lifecycle.ts'
import { kobo } from '../money.ts'
import { lockOrdersOfCheckout, refundable } from '../orders/refunds/refundable.ts'
import { orders } from '../orders/tables.ts'
import type { RefundLine } from '../payments/tables.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { readSetting } from '../settings/read-setting.ts'
import { claimRoom } from './claim-room.ts'
import { CLAIMS, type ClaimRules } from './claim-rules.ts'
import { approveWithin } from './decide-claim.ts'
import { claim_form } from './forms.ts'
import { isAboutDishes } from './lifecycle.ts'
import { possibleKinds } from './possible-kinds.ts'
import { claimsSince, isKnownCustomer, isOfSameCustomer } from './same-customer.ts'
import { claim_words, claims } from './tables.ts'

type Order = typeof orders.$inferSelect
type Claim = typeof claims.$inferSelect

/** Held by whoever makes a claim, so that of two at once the later one is counted with the first. */
const CLAIMS_LOCK = 7_130_024

/** What a customer reads whose small claim is approved by the rules. */
const APPROVED_AT_ONCE = 'You told us what was wrong, and we have put it right'

type Told = {
  kind: string
  words: string
  dishes: readonly { item: number; quantity: number }[]
  /** How long it waited on a phone before it came, perhaps a second time. */
  waited_ms?: number
}

/** Between a phone's clock and the moment that a claim is made. */
const SLACK_MS = 2 * MINUTE_MS

export type ClaimRefusal =
  | Refused<'fields', { kind?: string; words?: string }>
  | Refused<'not_found' | 'not_possible' | 'no_dishes' | 'already_open' | 'too_many', undefined>

/**
 * The holder of an order's tracking link says what is wrong with it: what kind, which dishes, in their own words. What
 * the rules call small is approved in the same commit. Refused where it cannot be true of the order as it stands or its
 * time is over, while another claim of the order is open, and for a customer with too many in a week. Safe to repeat:
 * the same told within two minutes, or since it began to wait on a phone, is answered as it is, also once decided.
 */
export async function makeClaim(
  { db, clock, announce }: AnnouncingDeps,
  track_token: string,
  told: Told,
): Promise<Accepted<Claim> | ClaimRefusal> {
  const parsed = claim_form.safeParse(told)
  if (!parsed.success) {
    const { kind, words } = parsed.error.flatten().fieldErrors
    return refused('fields', { ...(kind?.[0] && { kind: kind[0] }), ...(words?.[0] && { words: words[0] }) })
  }
  const { kind, words } = parsed.data
  const now = clock.now()
  return db.transaction(async (tx) => {
    const found = await orderOfKey(tx, track_token)
    if (!found) return refused('not_found')
    await tx.execute(sql`select pg_advisory_xact_lock(${CLAIMS_LOCK})`)
    await lockOrdersOfCheckout(tx, found.checkout_id)
    const room = await refundable(tx, found.checkout_id)
    const of = room.orders.find(({ order }) => order.id === found.id)
    if (!of) throw new Error('A locked order disappeared')
    const { order } = of
    const lines = isAboutDishes(kind) ? linesOf(order, told.dishes) : []
    const same = await sameClaim(tx, { order, kind, words, lines, waited_ms: told.waited_ms ?? 0, now })
    if (same) return accepted(same)
    const rules = await readSetting(tx, CLAIMS)
    if (!(await possibleKinds(tx, order, rules, now)).includes(kind)) return refused('not_possible')
    if (isAboutDishes(kind) && lines.length === 0) return refused('no_dishes')
    if ((await tx.$count(claims, and(eq(claims.order_id, order.id), eq(claims.status, 'Open')))) > 0) {
      return refused('already_open')
    }
    const week_ago = new Date(now.getTime() - 7 * DAY_MS)
    if ((await claimsSince(tx, order, week_ago)) >= rules.most_a_week) return refused('too_many')
    const [claim] = await tx.insert(claims).values({ order_id: order.id, kind, lines, created_at: now }).returning()
    if (!claim) throw new Error('The claim was not stored')
    if (words) await tx.insert(claim_words).values({ claim_id: claim.id, text: words, said_at: now })
    noteOrder(tx, order.id)
    noteAdmins(tx)
    const { food_kobo } = await claimRoom(tx, room, claim)
    // Whether a kitchen broke its promise a person decides.
    const by_rule = isAboutDishes(kind) && kind !== 'dearer'
    const is_small = food_kobo > 0 && food_kobo <= rules.at_once_up_to_kobo && by_rule
    if (!is_small || !(await isWithinCounts(tx, order, rules, now))) return accepted(claim)
    const decision = { food_kobo, fee_kobo: kobo(0), borne_by: 'platform', reason: APPROVED_AT_ONCE } as const
    const approved = await approveWithin(tx, { announce }, the_system, { claim, room }, decision, now)
    return approved.ok ? approved : accepted(claim)
  })
}

type ToldOf = Pick<Claim, 'kind' | 'lines'> & { order: Order; words: string; waited_ms: number; now: Date }

/** What was told before, where its answer was lost or it was pressed twice; null where nothing was told lately. */
async function sameClaim(tx: Tx, { order, kind, words, lines, waited_ms, now }: ToldOf): Promise<Claim | null> {
  const since = new Date(now.getTime() - waited_ms - SLACK_MS)
  const lately = await tx
    .select()
    .from(claims)
    .where(and(eq(claims.order_id, order.id), eq(claims.kind, kind), gte(claims.created_at, since)))
    .orderBy(desc(claims.created_at))
  const dishes = (of: Claim['lines']) => of.map(({ item, quantity }) => `${item}:${quantity}`).join()
  for (const claim of lately.filter((one) => dishes(one.lines) === dishes(lines))) {
    const about = eq(claim_words.claim_id, claim.id)
    const [first] = await tx.select().from(claim_words).where(about).orderBy(claim_words.id).limit(1)
    // A claim without words may have got some later.
    const with_it = first && first.said_at.getTime() === claim.created_at.getTime() ? first.text : ''
    if (with_it === words) return claim
  }
  return null
}

/** The order behind its own tracking link; null for a link that does not exist. */
export async function orderOfKey(db: Db | Tx, track_token: string): Promise<Order | null> {
  const [found] = await db
    .select({ order: orders })
    .from(order_keys)
    .innerJoin(orders, eq(orders.id, order_keys.order_id))
    .where(eq(order_keys.track_token, track_token))
  return found?.order ?? null
}

/** The dishes as refunds have them; of each at most what was ordered, and what was not ordered is left out. */
function linesOf(order: Order, dishes: Told['dishes']): RefundLine[] {
  return order.items.flatMap((sold, item) => {
    const wanted = dishes.find((dish) => dish.item === item)?.quantity ?? 0
    const quantity = Number.isSafeInteger(wanted) ? Math.min(wanted, sold.quantity) : 0
    if (quantity < 1) return []
    return [{ item, name: nameWithChoices(sold), quantity, amount_kobo: lineTotal({ ...sold, quantity }) }]
  })
}

/** Whether the rules may approve one more for this customer and about this kitchen. */
async function isWithinCounts(tx: Tx, order: Order, rules: ClaimRules, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - rules.at_once_days * DAY_MS)
  const [counted] = await tx
    .select({
      customer: sql<number>`count(*) filter (where ${isOfSameCustomer(order)})::int`,
      kitchen: sql<number>`count(*) filter (where ${orders.vendor_id} = ${order.vendor_id})::int`,
    })
    .from(claims)
    .innerJoin(orders, eq(orders.id, claims.order_id))
    .where(and(eq(claims.status, 'Approved'), eq(claims.decided_role, the_system.role), gt(claims.decided_at, since)))
  const { customer = 0, kitchen = 0 } = counted ?? {}
  if (customer >= rules.at_once_per_customer || kitchen >= rules.at_once_per_kitchen) return false
  // Whoever takes another number to be new here has nothing at once.
  return isKnownCustomer(tx, order)
}
