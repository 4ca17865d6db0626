import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { groupMemberByLink, latestLink } from '../domain/checkout/checkout-by-link.ts'
import { addDish, linesOf, setQuantity, takeChanges } from '../domain/checkout/group-orders/change-lines.ts'
import { membersOf } from '../domain/checkout/group-orders/find-group.ts'
import { joinGroup } from '../domain/checkout/group-orders/join-group.ts'
import { placeGroupOrder } from '../domain/checkout/group-orders/place-group-order.ts'
import * as steer from '../domain/checkout/group-orders/steer-group.ts'
import { group_orders } from '../domain/checkout/group-orders/tables.ts'
import { leaveWithDishes } from '../domain/checkout/group-orders/take-along.ts'
import { placeInstead } from '../domain/checkout/hand-over/place-instead.ts'
import { startPayment } from '../domain/checkout/payment/start-payment.ts'
import type { Clock } from '../domain/clock.ts'
import { jollof, newSecret, press, zobo } from './group-orders.ts'
import { type Basket, wishOf } from './race-basket.ts'
import { basketRacer } from './racing.ts'
import type { World } from './world.ts'

type Deps = Omit<World['deps'], 'clock'> & { clock: Clock }

const accepts_wait = true
/** A first name that nobody in a group has. */
const newName = () => randomUUID().replace(/\W|\d/g, '').slice(0, 8) || 'Bola'

/** What friends do who order together; `later` is when nobody chooses any more and whoever pays was waited for. */
export function groupRacers(deps: Deps, later: Deps) {
  /** Whoever pays stops it and lets all choose again; later a friend pays in their stead. */
  const choosesAnew = async ({ whole: { starter, friend } }: Basket) => {
    await steer.stopPayment(deps, starter)
    await steer.openGroupAgain(deps, starter)
    await addDish(deps, friend, zobo, press())
    const [group] = await deps.db.select().from(group_orders).where(eq(group_orders.link_token, starter.token))
    const members = group ? await membersOf(deps.db, group.id) : []
    const lines = group
      ? await linesOf(
          deps.db,
          group,
          members.map(({ id }) => id),
        )
      : []
    await setQuantity(deps, starter, { line_id: lines.at(-1)?.line_id ?? 0, quantity: 0 })
    await takeChanges(deps, starter)
    await steer.closeGroup(deps, starter)
    await steer.takeOver(later, friend)
    return steer.removeMember(deps, friend, members[0]?.id ?? 0)
  }
  const ordersForAll = async (basket: Basket) => {
    const { starter } = basket.whole
    const placed = await placeGroupOrder(deps, starter, wishOf(basket))
    const link = placed.ok ? placed.value.link_token : await latestLink(deps.db, basket.whole.link_token)
    const of_group = await groupMemberByLink(deps.db, link)
    await placeInstead(deps, link, { ...wishOf(basket), of_group })
    return startPayment(deps, await latestLink(deps.db, link), { accepts_wait })
  }
  const joinsAndLeaves = async (basket: Basket) => {
    const own = { token: basket.part.asking.token, secret: newSecret() }
    await joinGroup(deps, own, newName())
    await addDish(deps, own, jollof, press())
    const placed = await placeGroupOrder(deps, own, wishOf(basket))
    if (placed.ok) await startPayment(deps, placed.value.link_token, { accepts_wait })
    await steer.stopPayment(deps, own)
    return leaveWithDishes(later, own)
  }
  return {
    'a group chooses anew': basketRacer(choosesAnew),
    'one orders for a group, and again in its stead': basketRacer(ordersForAll),
    'a friend joins, orders, stops and leaves': basketRacer(joinsAndLeaves),
  }
}
