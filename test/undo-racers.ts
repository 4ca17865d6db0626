import { undoMove } from '../domain/delivery/kitchen/undo-move.ts'
import { acceptOrder } from '../domain/orders/acceptance/accept-order.ts'
import { giveMoreTime } from '../domain/orders/acceptance/give-more-time.ts'
import { racer } from './racing.ts'

/** What a kitchen takes back within its ten seconds. */
export function undoRacers(deps: Parameters<typeof undoMove>[0]) {
  const taken_back = racer('Waiting', async ({ vendor, order_id }) => {
    await undoMove(deps, vendor, order_id)
    await acceptOrder(deps, vendor, { order_id, minutes: 15 })
  })
  const more_time = racer('Assigned', async ({ vendor, order_id }) => {
    await giveMoreTime(deps, vendor, { order_id, minutes: 10 })
    return undoMove(deps, vendor, order_id)
  })
  const not_ready = racer('Ready', ({ vendor, order_id }) => undoMove(deps, vendor, order_id))
  return { taken_back, more_time, not_ready }
}
