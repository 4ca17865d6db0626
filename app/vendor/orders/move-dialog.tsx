import type { RefObject } from 'react'
import { nameWithChoices } from '../../../domain/catalog/menu/option-groups.ts'
import { buttonClass } from '../../ui/button.tsx'
import { CustomerNote } from './customer-note.tsx'
import { type Move, MoveForm } from './move-form.tsx'
import type { OrderView } from './order-view.server.ts'

export type Asked = { order: OrderView; move: Move }

const headings: Record<Move, (order_id: number) => string> = {
  accept: (order_id) => `Accept order ${order_id}`,
  complete: (order_id) => `Mark order ${order_id} as completed?`,
  more_time: (order_id) => `More time for order ${order_id}`,
  missing: (order_id) => `What is out of order ${order_id}?`,
  packs: (order_id) => `How many packs is order ${order_id}?`,
  came_back: (order_id) => `Is order ${order_id} back with you?`,
  reject: (order_id) => `Reject order ${order_id}`,
  collect: (order_id) => `Hand over order ${order_id}`,
  not_collected: (order_id) => `Nobody collected order ${order_id}?`,
}

/** Asks before an order is moved, and for what the move needs: minutes, a reason. `action` is its screen's. */
export function MoveDialog(props: {
  ref: RefObject<HTMLDialogElement | null>
  asked: Asked | null
  minutes: number
  action: Address
}) {
  const { ref, asked, minutes, action } = props
  const close = () => ref.current?.close()
  return (
    <dialog
      ref={ref}
      aria-labelledby="move-heading"
      className="sheet m-auto w-[calc(100vw-2rem)] max-w-md rounded-card bg-surface p-5 shadow-raised"
      closedby="any"
    >
      {asked && (
        <>
          <h2 id="move-heading" className="text-xl font-bold">
            {headings[asked.move](asked.order.id)}
          </h2>
          {asked.move === 'accept' && (
            <div className="mt-3 empty:hidden">
              <CustomerNote order={asked.order} />
            </div>
          )}
          {asked.move !== 'missing' && (
            <p className="mt-1 mb-4 text-ink-soft">
              {asked.order.items
                .filter(({ left }) => left > 0)
                .map((item) => `${nameWithChoices(item)} x ${item.left}`)
                .join(', ')}
            </p>
          )}
          <MoveForm
            key={`${asked.move} ${asked.order.id}`}
            order_id={asked.order.id}
            move={asked.move}
            collects={asked.order.collects}
            missable={asked.order.missable}
            action={action}
            minutes={minutes}
            onDone={close}
            beside={({ sending, throwAway }) => (
              <button
                type="button"
                className={buttonClass('quiet')}
                onClick={() => {
                  close()
                  // What is on its way to us cannot be called back; its answer says what became of it.
                  if (!sending) throwAway()
                }}
              >
                Cancel
              </button>
            )}
          />
        </>
      )}
    </dialog>
  )
}
