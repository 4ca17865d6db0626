import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useFetcher } from 'react-router'
import {
  LONGEST_PREPARATION_MINUTES,
  SHORTEST_PREPARATION_MINUTES,
} from '../../../domain/orders/lifecycle.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import type { MoveAnswer } from './move-action.server.ts'

export type Move = 'accept' | 'complete' | 'reject'

const words: Record<Move, { button: string; busy: string; look: 'brand' | 'primary' | 'quiet' }> = {
  accept: { button: 'Accept', busy: 'Accepting…', look: 'brand' },
  complete: { button: 'Mark as Completed', busy: 'Saving…', look: 'primary' },
  reject: { button: 'Reject and refund', busy: 'Rejecting…', look: 'primary' },
}

/** One of an order's moves as a form; it works without script on the order's own page. */
export function MoveForm(props: {
  order_id: number
  move: Move
  /** The vendor's usual preparation time, offered for accepting. */
  minutes?: number
  onDone?: () => void
  children?: ReactNode
}) {
  const { order_id, move, minutes, children } = props
  const fetcher = useFetcher<MoveAnswer>()
  const answer = fetcher.state === 'idle' ? fetcher.data : undefined
  const busy = fetcher.state !== 'idle'
  const wrong = (field: string) => (answer && !answer.ok && answer.field === field ? answer.said : undefined)
  const tell = useEffectEvent((said: string) => {
    toast(said)
    props.onDone?.()
  })
  useEffect(() => {
    if (answer?.ok) tell(answer.said)
  }, [answer])

  return (
    <fetcher.Form method="post" action={`/vendor-order/${order_id}`} className="grid gap-3">
      <input type="hidden" name="intent" value={move} />
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
          error={wrong('minutes')}
        />
      )}
      {move === 'reject' && (
        <Field
          name="reason"
          label="Why?"
          required
          maxLength={200}
          hint="The customer reads it, and gets the money back."
          error={wrong('reason')}
        />
      )}
      {answer && !answer.ok && answer.field === null && <Notice kind="bad">{answer.said}</Notice>}
      <div className="flex flex-wrap gap-2">
        <button type="submit" disabled={busy} className={buttonClass(words[move].look)}>
          {busy ? words[move].busy : words[move].button}
        </button>
        {children}
      </div>
    </fetcher.Form>
  )
}
