import { formatCampusTime } from '../../../domain/clock.ts'
import { type BoardOrder, board_statuses, type KitchenBoard } from '../../../domain/delivery/kitchen/kitchen-board.ts'
import type { cancelledLately } from '../../../domain/orders/cancelled-lately.ts'
import type { OrderVerb } from '../../../domain/orders/lifecycle.ts'
import { orderView } from '../orders/order-view.server.ts'

/** The board in words and campus time; what is counted on the screen is in milliseconds since 1970. */
export function boardView(board: KitchenBoard, cancelled: Awaited<ReturnType<typeof cancelledLately>>, now: Date) {
  const { count, first_begin_at } = board.later
  return {
    now_ms: now.getTime(),
    columns: board_statuses.map((status) => ({
      status,
      cards: board.orders.filter((order) => order.status === status).map((order) => cardView(order, now)),
    })),
    /** What is on no card any more, but perhaps on paper. */
    cancelled: cancelled.map((order) => ({ ...orderView(order, now), customer_name: order.customer_name })),
    /** What was given up because nobody answered, perhaps while this screen slept. */
    lapsed: cancelled
      .filter(({ verb }) => verb === ('lapse' satisfies OrderVerb))
      .map(({ id, cancelled_at }) => ({ id, at: formatCampusTime(cancelled_at) })),
    later: first_begin_at && { count, begin_at: formatCampusTime(first_begin_at) },
  }
}

export type BoardView = ReturnType<typeof boardView>
export type Column = BoardView['columns'][number]
export type Card = Column['cards'][number]

function cardView(order: BoardOrder, now: Date) {
  const { status, ready_by, promised_until, expected_until } = order
  const view = orderView(order, now)
  return {
    ...view,
    status,
    customer_name: order.customer_name,
    since_ms: order.since.getTime(),
    lapses_ms: order.lapses_at?.getTime() ?? null,
    /** What is counted to: the kitchen's own word, then the first window; nothing while its customer may come. */
    due_ms: (view.awaits_customer ? null : status === 'Accepted' ? ready_by : promised_until)?.getTime() ?? null,
    promised_ms: (view.awaits_customer ? null : promised_until)?.getTime() ?? null,
    promised_by: promised_until && formatCampusTime(promised_until),
    expected_by: expected_until && formatCampusTime(expected_until),
    rider: riderText(order),
    comes_back: order.way_out === 'bring_back',
  }
}

function riderText({ status, rider, way_out }: BoardOrder): string | null {
  if (way_out === 'hand_on')
    return rider ? `${rider.first_name} fetches it from the rider before` : 'It waits for another rider'
  if (!rider) return null
  if (way_out === 'bring_back') return `${rider.first_name} brings it back to you`
  if (status === 'Picked up') return `${rider.first_name} brings it`
  if (rider.is_here) return `${rider.first_name} is here`
  return rider.arrives_at ? `${rider.first_name} comes about ${formatCampusTime(rider.arrives_at)}` : rider.first_name
}
