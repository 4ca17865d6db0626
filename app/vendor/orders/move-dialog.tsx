import type { RefObject } from 'react'
import { nameWithChoices } from '../../../domain/catalog/option-groups.ts'
import { buttonClass } from '../../ui/button.tsx'
import { type Move, MoveForm } from './move-form.tsx'
import type { OrderView } from './order-view.server.ts'

export type Asked = { order: OrderView; move: Move }

/** Asks for what accepting or rejecting needs: minutes, a reason. */
export function MoveDialog(props: {
  ref: RefObject<HTMLDialogElement | null>
  asked: Asked | null
  minutes: number
}) {
  const { ref, asked, minutes } = props
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
            {asked.move === 'accept' ? 'Accept' : 'Reject'} order {asked.order.id}
          </h2>
          <p className="mt-1 mb-4 text-ink-soft">
            {asked.order.items.map((item) => `${nameWithChoices(item)} x ${item.quantity}`).join(', ')}
          </p>
          <MoveForm
            key={`${asked.move} ${asked.order.id}`}
            order_id={asked.order.id}
            move={asked.move}
            action="/vendor-order"
            minutes={minutes}
            onDone={close}
          >
            <button type="button" className={buttonClass('quiet')} onClick={close}>
              Cancel
            </button>
          </MoveForm>
        </>
      )}
    </dialog>
  )
}
