import type { ReactNode } from 'react'
import { LONGEST_PREPARATION_MINUTES, SHORTEST_PREPARATION_MINUTES } from '../../../domain/orders/lifecycle.ts'
import { ActionForm } from '../../ui/action-form.tsx'
import { Field } from '../../ui/field.tsx'

export type Move = 'accept' | 'complete' | 'reject'

const words: Record<Move, { button: string; busy: string }> = {
  accept: { button: 'Accept', busy: 'Accepting…' },
  complete: { button: 'Yes, it is ready', busy: 'Saving…' },
  reject: { button: 'Reject and refund', busy: 'Rejecting…' },
}

/** One of an order's moves as a form, with its question; it works without script on the order's own page. */
export function MoveForm(props: {
  order_id: number
  /** The screen it stands on: another screen's code cannot be loaded offline. */
  action: Address
  move: Move
  /** The vendor's usual preparation time, offered for accepting. */
  minutes?: number
  onDone?: () => void
  beside?: ReactNode
}) {
  const { order_id, action, move, minutes, onDone, beside } = props
  return (
    <ActionForm
      intent={move}
      subject={{ name: 'order_id', value: order_id }}
      action={action}
      {...words[move]}
      kept={{ as: `${move} ${order_id}`, told: false }}
      lost={`Order ${order_id} may be as before.`}
      onDone={onDone}
      beside={() => beside}
    >
      {move === 'accept' && (
        <Field
          name="minutes"
          label="Ready in how many minutes?"
          type="number"
          inputMode="numeric"
          required
          min={SHORTEST_PREPARATION_MINUTES}
          max={LONGEST_PREPARATION_MINUTES}
          defaultValue={minutes}
        />
      )}
      {move === 'complete' && (
        <p>Only when all of it is cooked and packed: a rider is called to take it, and you cannot take this back.</p>
      )}
      {move === 'reject' && (
        <Field
          name="reason"
          label="Why?"
          required
          maxLength={200}
          hint="The customer reads it, and gets the money back."
        />
      )}
    </ActionForm>
  )
}
