import { useEffect } from 'react'
import type { Narrowed } from './board-map.server.ts'
import { AssignedCard, type Choices, WaitingCard } from './delivery-card.tsx'
import type { AssignedView, AtKitchenView, WaitingView } from './dispatch-view.server.ts'
import type { Dropped } from './drawn-board.tsx'
import { KitchenCard } from './kitchen-card.tsx'

type OrderListsProps = {
  at_kitchen: readonly AtKitchenView[]
  waiting: readonly WaitingView[]
  assigned: readonly AssignedView[]
  now_ms: number
  choices: Choices
  narrowed: Narrowed
  is_filtered: boolean
  onDrop(dropped: Dropped): void
}

/** The orders of the board as two lists beside its map: what is chosen there comes into view here. */
export function OrderLists(props: OrderListsProps) {
  const { at_kitchen, waiting, assigned, now_ms, choices, narrowed, is_filtered, onDrop } = props
  const chosen = [...waiting, ...assigned].find(({ order_id }) => order_id === narrowed.order)?.delivery_id
  useEffect(() => {
    // Below that the lists stand under the map, which would be lost from sight.
    if (!matchMedia('(width >= 80rem)').matches) return
    const card = chosen ? `delivery-${chosen}` : `order-${narrowed.order}`
    document.getElementById(card)?.scrollIntoView({ block: 'nearest' })
  }, [chosen, narrowed.order])
  const none = (words: string) => (
    <p className="card mt-3 p-5 text-ink-soft">{is_filtered ? 'None of what you look at.' : words}</p>
  )
  const card = { choices, chosen_id: chosen, onDrop }
  return (
    <div className="dispatch-orders grid content-start gap-6">
      <section aria-labelledby="waiting">
        <h2 id="waiting" className="text-xl font-bold">
          Waiting for a rider ({waiting.length})
        </h2>
        {waiting.length === 0 && none('No order waits for a rider.')}
        <ul className="mt-3 grid gap-3">
          {waiting.map((row) => (
            <WaitingCard key={row.delivery_id} row={row} now_ms={now_ms} {...card} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="assigned">
        <h2 id="assigned" className="text-xl font-bold">
          With a rider ({assigned.length})
        </h2>
        {assigned.length === 0 && none('No rider carries anything at the moment.')}
        <ul className="mt-3 grid gap-3">
          {assigned.map((row) => (
            // What is written about one rider is not kept for the next.
            <AssignedCard key={`${row.delivery_id} ${row.rider.user_id}`} row={row} {...card} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="at-kitchen">
        <h2 id="at-kitchen" className="text-xl font-bold">
          At the kitchen ({at_kitchen.length})
        </h2>
        {at_kitchen.length === 0 && none('Every order is answered, and none is to be collected.')}
        <ul className="mt-3 grid gap-3">
          {at_kitchen.map((row) => (
            <KitchenCard key={row.order_id} row={row} is_chosen={row.order_id === narrowed.order} />
          ))}
        </ul>
      </section>
    </div>
  )
}
