import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { groupMemberByLink, keyByLink, latestLink } from '../checkout-by-link.ts'
import { type CheckoutState, type CheckoutSummary, checkoutSummary } from '../checkout-summary.ts'
import { group_members, group_orders } from '../group-orders/tables.ts'
import type { PlaceCheckoutRefusal } from '../place-checkout.ts'
import { checkouts } from '../tables.ts'
import type { HandOver } from './hand-over.ts'
import { placeInstead } from './place-instead.ts'

/** Nothing is paid, and nobody knows of money under way. */
const states: readonly CheckoutState[] = ['open', 'started', 'failed', 'expired']

/**
 * Where the customer of a checkout can have it handed over, the door first (docs/product.md#meet-the-rider); none where
 * there is nothing to choose: where it costs the same everywhere, is paid or may be just now, shares a ride, has its
 * delivery paid by a promotion, or is a part of a group order in which each pays their own.
 */
export async function handOversOf(
  db: Db,
  summary: Pick<CheckoutSummary, 'state' | 'hand_overs' | 'free_delivery' | 'shares_ride' | 'of_group' | 'link_token'>,
): Promise<readonly HandOver[]> {
  const { state, hand_overs, free_delivery, shares_ride, of_group, link_token } = summary
  if (!states.includes(state) || free_delivery || shares_ride) return []
  return of_group && (await paysApart(db, link_token)) ? [] : hand_overs
}

async function paysApart(db: Db, link_token: string): Promise<boolean> {
  const [group] = await db
    .select({ pays: group_orders.pays })
    .from(checkouts)
    .innerJoin(group_members, eq(group_members.id, checkouts.group_member_id))
    .innerJoin(group_orders, eq(group_orders.id, group_members.group_order_id))
    .where(eq(checkouts.link_token, link_token))
  return group?.pays === 'each'
}

/**
 * A customer chooses where the order behind their link is handed over: it is ordered once more, as it was typed and at
 * present prices, to the place that they chose. Refused for a place that was not offered with it or is not cheaper any
 * more, for what can no longer be changed, while money for it may be under way (the provider is asked where a window
 * was opened: closed unpaid it leaves nothing there, decision 167), and as `placeCheckout` refuses. The order before
 * gives way (`placeInstead`). Safe to repeat: the same choice leads to the same checkout, also by the link of one that
 * gave way.
 */
export async function chooseHandOver(
  deps: Parameters<typeof placeInstead>[0],
  link: string,
  place_id: number,
): Promise<Accepted<{ link_token: string }> | Refused<'not_found' | 'being_paid', undefined> | PlaceCheckoutRefusal> {
  const link_token = await latestLink(deps.db, link)
  const summary = await checkoutSummary(deps.db, link_token)
  if (!summary) return refused('not_found')
  if (summary.state === 'checking') return refused('being_paid')
  const offered = await handOversOf(deps.db, summary)
  const [door] = offered
  if (!door || !offered.some((one) => one.place_id === place_id)) return refused('not_handed_over_there')
  if (place_id === summary.place_id) return accepted({ link_token })
  const { customer, lines, slot_from, tip, promotion_code } = summary
  const { latitude, longitude, name } = door
  return placeInstead(deps, link_token, {
    idempotency_key: keyOf(await keyByLink(deps.db, link_token), link_token, place_id),
    form: customer,
    cart: lines,
    place: { latitude, longitude, offered: name },
    slot_from,
    hand_over: place_id,
    tip_kobo: tip,
    code: promotion_code ?? '',
    of_group: await groupMemberByLink(deps.db, link_token),
  })
}

/** It begins as the key before it, by which a browser without script knows its cart. */
function keyOf(key: string, link_token: string, place_id: number): string {
  const hash = createHash('sha256').update(`${link_token} ${place_id}`).digest('base64url')
  return key.slice(0, 22) + hash.slice(0, 40)
}
