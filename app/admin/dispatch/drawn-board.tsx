import { use, useEffectEvent, useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { LaidPlan } from '../../../domain/places/campus-plan.ts'
import { LostLineNotice } from '../../ui/forms/lost-line-notice.tsx'
import { useListAddress } from '../../ui/lists/use-list-address.ts'
import { MayContext } from '../../ui/may-context.ts'
import { useDrawn } from '../use-drawn.ts'
import type { BoardMap } from './board-map.server.ts'
import { carryOrder, type Given } from './carry-order.ts'

/** An order was let go over a rider, there on the screen. */
export type Dropped = Given & { rider_id: string; x: number; y: number }

type DrawnBoardProps = { map: BoardMap; plan: LaidPlan | null; onDrop(dropped: Dropped): void }

/**
 * The board as a map. Its library is fetched with this page; all that can be chosen and given on it can be in the lists
 * beside it too.
 */
export function DrawnBoard({ map, plan, onDrop }: DrawnBoardProps) {
  const gives = use(MayContext)('assign')
  const navigate = useNavigate()
  const to = useListAddress()
  const { kitchen, rider } = map.narrowed
  const choose = useEffectEvent((choice: { order: number } | { kitchen: string } | { rider: string }) => {
    // Once more on the kitchen or rider that is chosen shows all again.
    const again = ('kitchen' in choice && choice.kitchen === kitchen) || ('rider' in choice && choice.rider === rider)
    const [name = ''] = Object.keys(choice)
    void navigate(to(again ? { [name]: null } : choice), { preventScrollReset: true })
  })
  const drop = useEffectEvent(onDrop)
  const carry = useEffectEvent((event: PointerEvent, order: Given) =>
    carryOrder(event, {
      text: `Order ${order.order_id}`,
      dropped: (rider_id, at) => drop({ ...order, rider_id, ...at }),
    }),
  )
  const drawing = useMemo(() => ({ ...map, plan, gives }), [map, plan, gives])
  const { box, state } = useDrawn(
    async (into) => (await import('./draw-board.ts')).drawBoard(into, { choose, carry }),
    null,
    drawing,
  )
  const drawn = map.riders.filter(({ at }) => at)
  const nowhere = [
    ...map.nowhere.map((order_id) => `order ${order_id}`),
    ...map.riders.flatMap(({ at, name }) => (at ? [] : [name])),
  ]
  return (
    <div className="board-on-map">
      <section
        ref={box}
        aria-label={`Map of ${map.orders.length} orders, ${drawn.length} riders. The lists have the same.`}
        className="campus-map"
      >
        {state === 'waiting' && (
          <p className="p-5 text-ink-soft">
            The map appears here once it is loaded. Everything on it stands in the lists, and works without it.
          </p>
        )}
      </section>
      {state === 'lost' && <LostLineNotice what="The map could not be loaded; the lists have the same." />}
      {nowhere.length > 0 && (
        <p className="mt-1 text-sm text-ink-soft">Not on the map, because nobody knows where: {nowhere.join(', ')}.</p>
      )}
      <ul aria-label="What the map shows" className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft">
        {[
          ['kitchen', 'Kitchen'],
          ['order at-kitchen', 'At its kitchen'],
          ['order waits', 'Without a rider'],
          ['order', 'With a rider'],
          ['order late', 'Late'],
          ['rider', 'Rider, free'],
          ['rider busy', 'Rider, busy'],
        ].map(([look, name]) => (
          <li key={look} className="flex items-center gap-2">
            <span aria-hidden="true" className={`board-mark sample ${look}`} />
            {name}
          </li>
        ))}
      </ul>
    </div>
  )
}
