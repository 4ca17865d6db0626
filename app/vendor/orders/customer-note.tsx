import type { OrderView } from './order-view.server.ts'

/**
 * What the customer wants the kitchen to know, and since when where it is another than was ordered with: nobody who
 * accepts or cooks may miss it.
 */
export function CustomerNote({ order: { customer_note, note_changed } }: { order: OrderView }) {
  if (!customer_note && !note_changed) return null
  return (
    <p className="board-note rounded-control border-2 border-warn bg-warn-soft p-3 text-lg/snug font-bold text-warn">
      <span className="block text-sm font-semibold">
        {customer_note ? 'The customer asks' : 'The customer took the note out'}
        {note_changed && (customer_note ? `, changed at ${note_changed}` : ` at ${note_changed}`)}
      </span>
      {customer_note}
    </p>
  )
}
