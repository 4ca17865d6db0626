import { pauseOrders, resumeOrders } from '../../domain/catalog/hours/change-service.ts'
import { editFood } from '../../domain/catalog/menu/edit-food.ts'
import { markSoldOut } from '../../domain/catalog/menu/mark-sold-out.ts'
import { promiseSamePrice } from '../../domain/catalog/same-price.ts'
import { sayPacks } from '../../domain/delivery/kitchen/say-packs.ts'
import { takeFoodBack } from '../../domain/delivery/kitchen/take-food-back.ts'
import { undoMove } from '../../domain/delivery/kitchen/undo-move.ts'
import { acceptOrder } from '../../domain/orders/acceptance/accept-order.ts'
import { giveMoreTime } from '../../domain/orders/acceptance/give-more-time.ts'
import { completeOrder } from '../../domain/orders/complete-order.ts'
import type { OrderStatus } from '../../domain/orders/lifecycle.ts'
import { findMissing } from '../../domain/orders/missing-dish/find-missing.ts'
import { markMissing } from '../../domain/orders/missing-dish/mark-missing.ts'
import { missingOfOrders } from '../../domain/orders/missing-dish/missing-of-orders.ts'
import { holdRejection } from '../../domain/orders/refunds/hold-rejection.ts'
import { rejectOrder } from '../../domain/orders/refunds/reject-order.ts'
import { requestPayout } from '../../domain/payouts/request-payout.ts'
import { dishOf, ordersOf } from '../looks.ts'
import { move } from '../move.ts'
import type { World } from '../world.ts'

/** One of the own orders, mostly one in the status that is wanted. */
async function ownOrder({ campus, chance, db }: World, wanted: OrderStatus) {
  const { actor } = chance.one(campus.kitchens)
  const all = await ordersOf(db, actor.user_id)
  const order = chance.any(chance.of(0.9) ? all.filter(({ status }) => status === wanted) : all)
  return order && { actor, order_id: order.id, about: `order ${order.id} (${order.status})` }
}

async function ownDish({ campus, chance, db }: World) {
  const { actor } = chance.one(campus.kitchens)
  const dish = await dishOf(db, actor.user_id)
  return dish && { actor, dish, about: dish.name }
}

export const kitchen = [
  move('accepts', 4, async (world) => {
    const own = await ownOrder(world, 'Pending')
    const minutes = world.chance.whole(5, 40)
    return (
      own && { about: own.about, act: () => acceptOrder(world.deps, own.actor, { order_id: own.order_id, minutes }) }
    )
  }),
  move('says it is ready', 4, async (world) => {
    const own = await ownOrder(world, 'Accepted')
    return own && { about: own.about, act: () => completeOrder(world.deps, own.actor, own.order_id) }
  }),
  move('says how many packs it is', 0.5, async (world) => {
    const own = await ownOrder(world, 'Completed')
    const said = { order_id: own?.order_id ?? 0, packs: world.chance.whole(1, 4), reason: 'Two portions share a box' }
    return own && { about: own.about, act: () => sayPacks(world.deps, own.actor, said) }
  }),
  move('rejects', 1, async (world) => {
    const own = await ownOrder(world, 'Pending')
    const reject = { order_id: own?.order_id ?? 0, reason: 'No more rice' }
    return own && { about: own.about, act: () => rejectOrder(world.deps, own.actor, reject) }
  }),
  move('promises the same price as at the counter, or not', 0.5, async ({ campus, chance, deps }) => {
    const { actor } = chance.one(campus.kitchens)
    const promises = chance.of(0.8)
    return { about: promises ? 'yes' : 'no', act: () => promiseSamePrice(deps, actor, promises) }
  }),
  move('needs more time, and may take it back', 1, async (world) => {
    const own = await ownOrder(world, 'Accepted')
    const more = { order_id: own?.order_id ?? 0, minutes: world.chance.one([5, 10, 15]) }
    const takes_back = world.chance.of(0.3)
    return (
      own && {
        about: own.about,
        async act() {
          const given = await giveMoreTime(world.deps, own.actor, more)
          return takes_back ? undoMove(world.deps, own.actor, own.order_id) : given
        },
      }
    )
  }),
  move('rejects on a screen, and may take it back', 0.6, async (world) => {
    const own = await ownOrder(world, 'Pending')
    const rejection = { order_id: own?.order_id ?? 0, reason: 'No more rice' }
    const takes_back = world.chance.of(0.5)
    return (
      own && {
        about: own.about,
        async act() {
          const held = await holdRejection(world.deps, own.actor, rejection)
          return takes_back ? undoMove(world.deps, own.actor, own.order_id) : held
        },
      }
    )
  }),
  move('accepts, and takes it back', 0.6, async (world) => {
    const own = await ownOrder(world, 'Pending')
    const { order_id } = own ?? { order_id: 0 }
    return (
      own && {
        about: own.about,
        async act() {
          await acceptOrder(world.deps, own.actor, { order_id, minutes: 15 })
          return undoMove(world.deps, own.actor, order_id)
        },
      }
    )
  }),
  move('says that a dish is out', 1, async (world) => {
    const own = await ownOrder(world, world.chance.one(['Pending', 'Accepted'] as const))
    const quantity = world.chance.of(0.5) ? null : 1
    const mark = { order_id: own?.order_id ?? 0, item: 0, quantity, keeps_selling: world.chance.of(0.3) }
    return own && { about: own.about, act: () => markMissing(world.deps, own.actor, mark) }
  }),
  move('has it after all', 0.2, async (world) => {
    const own = await ownOrder(world, 'Accepted')
    const missing = world.chance.any(await missingOfOrders(world.db, own ? [own.order_id] : []))
    const found = { order_id: own?.order_id ?? 0, missing_id: missing?.id ?? 0 }
    return own && missing ? { about: own.about, act: () => findMissing(world.deps, own.actor, found) } : null
  }),
  move('says that food is back', 0.5, async (world) => {
    const own = await ownOrder(world, 'Picked up')
    return own && { about: own.about, act: () => takeFoodBack(world.deps, own.actor, own.order_id) }
  }),
  move('asks for its money', 2, async ({ campus, chance, deps, db }) => {
    const { actor } = chance.one(campus.kitchens)
    const all = await ordersOf(db, actor.user_id)
    const is_owed = all.some(({ status, payout_id }) => status === 'Delivered' && payout_id === null)
    if (!is_owed && chance.of(0.9)) return null
    const shown = chance.any(all)
    return { about: actor.email, act: () => requestPayout(deps, actor, chance.of(0.5) ? shown?.id : undefined) }
  }),
  move('pauses', 0.3, async ({ campus, chance, deps }) => {
    const { actor } = chance.one(campus.kitchens)
    return { about: actor.email, act: () => pauseOrders(deps, actor, '30') }
  }),
  move('takes orders again', 0.5, async ({ campus, chance, deps }) => {
    const { actor } = chance.one(campus.kitchens)
    return { about: actor.email, act: () => resumeOrders(deps, actor) }
  }),
  move('changes a price', 0.4, async (world) => {
    const own = await ownDish(world)
    const price = String(world.chance.whole(8, 40) * 100)
    const { name } = own?.dish ?? { name: '' }
    const dish = { name, price, description: '', food_image: '', section: '' }
    return own && { about: own.about, act: () => editFood(world.deps, own.actor, own.dish.id, dish) }
  }),
  move('is sold out', 0.4, async (world) => {
    const own = await ownDish(world)
    const sold_out = world.chance.one(['today', 'no', 'no'] as const)
    return own && { about: own.about, act: () => markSoldOut(world.deps, own.actor, own.dish.id, sold_out) }
  }),
]
