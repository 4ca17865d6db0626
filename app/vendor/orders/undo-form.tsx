import { ActionForm } from '../../ui/forms/action-form.tsx'
import { useSecondsPassed } from '../../ui/live/use-seconds-passed.ts'
import type { OrderView } from './order-view.server.ts'

const questions = {
  accept: 'Pressed by mistake?',
  more_time: 'The customer is told in a moment.',
  complete: 'Pressed by mistake?',
  reject: 'The money goes back in a moment.',
} as const

/** Takes back what was just pressed, while it can be; the seconds are counted from when the screen was loaded. */
export function UndoForm({ order, action }: { order: OrderView; action: Address }) {
  return order.undo && <Undo order_id={order.id} undo={order.undo} action={action} />
}

function Undo(props: { order_id: number; undo: NonNullable<OrderView['undo']>; action: Address }) {
  const { order_id, undo, action } = props
  const left_seconds = Math.ceil(undo.left_ms / 1000) - useSecondsPassed(undo)
  if (left_seconds <= 0) return null
  return (
    <div className="undo grid gap-2 rounded-control bg-sunken p-3">
      <p className="font-semibold">{questions[undo.what]}</p>
      <ActionForm
        intent="undo"
        subject={{ name: 'order_id', value: order_id }}
        action={action}
        button={`Undo (${left_seconds})`}
        busy="Taking it back…"
        look="brand"
        lost={`Order ${order_id} may be as it is now.`}
      >
        <input type="hidden" name="undo" value={undo.key} />
      </ActionForm>
    </div>
  )
}
