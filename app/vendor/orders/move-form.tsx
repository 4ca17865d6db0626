import {
  LONGEST_PREPARATION_MINUTES,
  MORE_MINUTES,
  SHORTEST_PREPARATION_MINUTES,
  UNDO_SECONDS,
} from '../../../domain/orders/lifecycle.ts'
import { ActionForm, type Beside } from '../../ui/forms/action-form.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { MissingFields } from './missing-fields.tsx'
import type { OrderView } from './order-view.server.ts'
import { QuickMinutes } from './quick-minutes.tsx'

export type Move =
  | 'accept'
  | 'complete'
  | 'more_time'
  | 'missing'
  | 'packs'
  | 'came_back'
  | 'reject'
  | 'collect'
  | 'not_collected'

/** Times that a kitchen takes for an order, besides its usual one. */
const quick_minutes = [10, 15, 20, 30, 45, 60] as const

const words: Record<Move, { button: string; busy: string }> = {
  accept: { button: 'Accept', busy: 'Accepting…' },
  complete: { button: 'Yes, it is ready', busy: 'Saving…' },
  more_time: { button: '10 minutes more', busy: 'Saving…' },
  missing: { button: 'It is out: ask the customer', busy: 'Asking…' },
  packs: { button: 'So many packs', busy: 'Saving…' },
  came_back: { button: 'Yes, we have it', busy: 'Saving…' },
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
  /** What can be said to be out. */
  missable: OrderView['missable']
  /** The vendor's usual preparation time, offered for accepting. */
  minutes?: number
  onDone?: () => void
  beside?: Beside | undefined
}) {
  const { order_id, action, move, collects, missable, minutes, onDone, beside } = props
  return (
    <ActionForm
      intent={move}
      subject={{ name: 'order_id', value: order_id }}
      action={action}
      {...words[move]}
      kept={`${move} ${order_id}`}
      lost={`Order ${order_id} may be as before.`}
      onDone={onDone}
      beside={beside}
    >
      {move === 'accept' && (
        <>
          <QuickMinutes minutes={quick_minutes.filter((choice) => choice !== minutes)} />
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
        </>
      )}
      {move === 'more_time' && (
        <>
          <p>The customer and the rider are told. What was promised first stays the promise.</p>
          <QuickMinutes minutes={MORE_MINUTES.filter((choice) => choice !== 10)} />
          <input type="hidden" name="minutes" value="10" />
        </>
      )}
      {move === 'packs' && (
        <>
          <p>
            The rider counts one pack for each portion, and cannot leave with another number until somebody says why.
          </p>
          <Field name="packs" label="How many packs?" type="number" inputMode="numeric" required min={1} max={99} />
          <Field name="packs_reason" label="Why?" hint="The rider reads it." required minLength={3} maxLength={200} />
        </>
      )}
      {move === 'missing' && <MissingFields missable={missable} />}
      {move === 'complete' && (
        <p>
          Only when all of it is cooked and packed:{' '}
          {collects ? 'the customer is told to come' : 'a rider is called to take it'}, and after {UNDO_SECONDS} seconds
          you cannot take this back.
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
      {move === 'came_back' && (
        <p>
          Only once the food is in your hands: then it waits for another rider, or the order ends as it was decided.
        </p>
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
