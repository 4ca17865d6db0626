import { noteOrder } from '../../../db/after-commit.ts'
import type { Actor } from '../../accounts/actor.ts'
import { sellOut } from '../../catalog/menu/mark-sold-out.ts'
import { nameWithChoices } from '../../catalog/menu/option-groups.ts'
import type { AnnouncingDeps } from '../../events.ts'
import type { MoveRefusal } from '../../move.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { MISSING_DISHES } from '../../settings/definitions.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { canMove, type OrderStatus } from '../lifecycle.ts'
import { isRejecting, lockOwnOrder, type OwnOrderRefusal } from '../own-order.ts'
import { leftOfOrders } from '../refunds/left-of-orders.ts'
import { missing_dishes } from '../tables.ts'
import { type MissingDish, missingOfOrders } from './missing-of-orders.ts'

/**
 * A kitchen says that a dish of an order is out, or some portions of it (`quantity`, all when null). Its customer may
 * choose for as many minutes as the setting says, and for what was ordered for later until it is begun; then their
 * default counts (`decideForSilent`). The dish is sold out for today on every menu, unless `keeps_selling`. Refused
 * once the food is ready, while somebody rejects the order, and where somebody in the kitchen said so before.
 */
export async function markMissing(
  { db, clock, announce }: AnnouncingDeps,
  actor: Actor,
  mark: {
    order_id: number
    item: number
    quantity: number | null
    keeps_selling: boolean
    /** How many the screen showed; another number means that somebody marked it meanwhile, or that this came twice. */
    seen_left?: number | null
  },
): Promise<
  | Accepted<MissingDish>
  | MoveRefusal<OrderStatus>
  | OwnOrderRefusal
  | Refused<'being_rejected' | 'bad_item' | 'missing_already', undefined>
  /** `left` is how many of it are still to be cooked. */
  | Refused<'more_missing_than_left', { left: number }>
> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const own = await lockOwnOrder(tx, actor, mark.order_id)
    if (!own.ok) return own
    const order = own.value
    if (isRejecting(order)) return refused('being_rejected')
    if (!canMove('call_off', order.status)) return refused('not_allowed', { status: order.status })
    const [sold] = await leftOfOrders(tx, [order])
    const known = await missingOfOrders(tx, [order.id])
    const dish = sold?.items[mark.item]
    if (!sold || !dish) return refused('bad_item')
    const waiting = known.filter(({ item, outcome }) => item === mark.item && outcome === null)
    const left = waiting.reduce((sum, { quantity }) => sum - quantity, dish.left)
    const quantity = mark.quantity ?? left
    if (left <= 0 || (mark.seen_left != null && mark.seen_left !== left)) return refused('missing_already')
    if (!Number.isSafeInteger(quantity) || quantity < 1) return refused('bad_item')
    if (quantity > left) return refused('more_missing_than_left', { left })
    const { answer_minutes } = await readSetting(tx, MISSING_DISHES)
    const answer_by_ms = Math.max(now.getTime() + answer_minutes * 60_000, order.begin_at?.getTime() ?? 0)
    const [missing] = await tx
      .insert(missing_dishes)
      .values({
        order_id: order.id,
        item: mark.item,
        quantity,
        price: dish.price_kobo,
        dish: dish.name,
        name: nameWithChoices(dish),
        marked_by: actor.user_id,
        marked_at: now,
        answer_by: new Date(answer_by_ms),
      })
      .returning()
    if (!missing) throw new Error('What is missing was not stored')
    if (!mark.keeps_selling) await sellOut(tx, actor, { vendor_id: order.vendor_id, name: dish.name }, now)
    noteOrder(tx, order.id)
    const cooked = sold.items.reduce((sum, item) => sum + item.left, 0)
    const awaited = known.filter(({ outcome }) => outcome === null).reduce((sum, one) => sum + one.quantity, quantity)
    await announce(tx, { kind: 'dish_missing', order, missing, is_last: cooked <= awaited }, now)
    return accepted(missing)
  })
}
