import { useEffect, useState } from 'react'
import { ActionForm } from '../../ui/action-form.tsx'
import type { OrderView } from './order-view.server.ts'

const questions = {
  accept: 'Pressed by mistake?',
  complete: 'Pressed by mistake?',
  reject: 'The money goes back in a moment.',
} as const

/** Takes back what was just pressed, while it can be; the seconds are counted from when the screen was loaded. */
export function UndoForm({ order, action }: { order: OrderView; action: Address }) {
  const { undo } = order
  const [passed_ms, pass] = useState(0)
  useEffect(() => {
    if (!undo) return
    const loaded_ms = Date.now()
    pass(0)
    const timer = setInterval(() => pass(Date.now() - loaded_ms), 500)
    return () => clearInterval(timer)
  }, [undo])
  const left_seconds = undo ? Math.ceil((undo.left_ms - passed_ms) / 1000) : 0
  if (!undo || left_seconds <= 0) return null
  return (
    <div className="undo grid gap-2 rounded-control bg-sunken p-3">
      <p className="font-semibold">{questions[undo.what]}</p>
      <ActionForm
        intent="undo"
        subject={{ name: 'order_id', value: order.id }}
        action={action}
        button={`Undo (${left_seconds})`}
        busy="Taking it back…"
        look="brand"
        lost={`Order ${order.id} may be as it is now.`}
      />
    </div>
  )
}
