import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import {
  LONGEST_PREPARATION_MINUTES,
  SHORTEST_PREPARATION_MINUTES,
} from '../../../domain/orders/lifecycle.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { forgetForm, keepForm, restoreForm } from '../../ui/kept-form.ts'
import { LostLineNotice } from '../../ui/lost-line-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSafeFetcher } from '../../ui/use-safe-fetcher.ts'
import type { MoveAnswer } from './move-action.server.ts'

export type Move = 'accept' | 'complete' | 'reject'

const words: Record<Move, { button: string; busy: string }> = {
  accept: { button: 'Accept', busy: 'Accepting…' },
  complete: { button: 'Yes, it is ready', busy: 'Saving…' },
  reject: { button: 'Reject and refund', busy: 'Rejecting…' },
}

/** One of an order's moves as a form, with its question; it works without script on the order's own page. */
export function MoveForm(props: {
  order_id: number
  /** The screen it stands on: another one's code may not be had without a line. */
  action: Address
  move: Move
  /** The vendor's usual preparation time, offered for accepting. */
  minutes?: number
  onDone?: () => void
  children?: ReactNode
}) {
  const { order_id, move, minutes, children } = props
  const fetcher = useSafeFetcher<MoveAnswer>()
  const answer = fetcher.state === 'idle' ? fetcher.data : undefined
  const busy = fetcher.state !== 'idle'
  const form = useRef<HTMLFormElement>(null)
  const kept_as = `${move} ${order_id}`
  useEffect(() => {
    if (form.current) restoreForm(kept_as, form.current)
  }, [kept_as])
  const wrong = (field: string) => (answer && !answer.ok && answer.field === field ? answer.said : undefined)
  const tell = useEffectEvent((said: string) => {
    forgetForm(kept_as)
    toast(said)
    props.onDone?.()
  })
  useEffect(() => {
    if (answer?.ok) tell(answer.said)
  }, [answer])

  return (
    <fetcher.Form
      ref={form}
      method="post"
      action={props.action}
      className="grid gap-3"
      onInput={(event) => keepForm(kept_as, event.currentTarget)}
    >
      <input type="hidden" name="intent" value={move} />
      <input type="hidden" name="order_id" value={order_id} />
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
      {move === 'complete' && (
        <p>
          Only when all of it is cooked and packed: a rider is called to take it, and you cannot take this
          back.
        </p>
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
      {fetcher.lost && <LostLineNotice what={`Order ${order_id} may be as before.`} />}
      <div className="flex flex-wrap gap-2">
        <button type="submit" disabled={busy} className={buttonClass('primary')}>
          {busy ? words[move].busy : words[move].button}
        </button>
        {children}
      </div>
    </fetcher.Form>
  )
}
