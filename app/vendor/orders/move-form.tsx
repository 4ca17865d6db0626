import type { ReactNode } from 'react'
import { LONGEST_PREPARATION_MINUTES, SHORTEST_PREPARATION_MINUTES } from '../../../domain/orders/lifecycle.ts'
import { ActionForm } from '../../ui/action-form.tsx'
import { Field } from '../../ui/field.tsx'

export type Move = 'accept' | 'complete' | 'reject' | 'collect' | 'not_collected'

const words: Record<Move, { button: string; busy: string }> = {
  accept: { button: 'Accept', busy: 'Accepting…' },
  complete: { button: 'Yes, it is ready', busy: 'Saving…' },
  reject: { button: 'Reject and refund', busy: 'Rejecting…' },
  collect: { button: 'Handed over', busy: 'Saving…' },
  not_collected: { button: 'Close the order', busy: 'Closing…' },
}

/** One of an order's moves as a form, with its question; it works without script on the order's own page. */
export function MoveForm(props: {
  order_id: number
  /** The screen it stands on: another screen's code cannot be loaded offline. */
  action: Address
  move: Move
  /** Its customer comes for it. */
  collects: boolean
  /** The vendor's usual preparation time, offered for accepting. */
  minutes?: number
  onDone?: () => void
  beside?: ReactNode
}) {
  const { order_id, action, move, collects, minutes, onDone, beside } = props
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
        <p>
          Only when all of it is cooked and packed:{' '}
          {collects ? 'the customer is told to come' : 'a rider is called to take it'}, and you cannot take this back.
        </p>
      )}
      {move === 'collect' && (
        <Field
          name="pin"
          label="The customer’s PIN"
          hint="Four digits, from the customer’s page or SMS."
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          required
        />
      )}
      {move === 'not_collected' && (
        <p>Only once nobody came for it in the time it is kept. You keep the money, and the customer is told.</p>
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
