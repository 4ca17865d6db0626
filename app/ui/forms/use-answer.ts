import { use, useEffect, useEffectEvent, useId } from 'react'
import { toast } from '../toast.ts'
import type { ActionAnswer, Refused } from './action-answer.ts'
import { AnswerBoardContext } from './answer-board.tsx'
import { type Subject, useRefused } from './use-refused.ts'
import { useSafeFetcher } from './use-safe-fetcher.ts'

/**
 * Sends one of a screen's forms without leaving it. A success shows on the board around it (`AnswerBoard`), which
 * learns of the form by its `onSubmit`, else as a toast. The form itself shows `refused`, also on a page without
 * script.
 */
export function useAnswer<Answer extends ActionAnswer = ActionAnswer>(
  intent: string,
  { subject, onDone }: { subject?: Subject | undefined; onDone?: (() => void) | undefined } = {},
) {
  const key = useId()
  const fetcher = useSafeFetcher<Answer>(key)
  const board = use(AnswerBoardContext)
  const before = useRefused(intent, subject)
  const sending = fetcher.state !== 'idle'
  const answer: ActionAnswer | null = fetcher.data ?? before
  const refused: Refused | null = !sending && answer && !answer.ok ? answer : null
  const tell = useEffectEvent((told: ActionAnswer) => {
    if (board || !told.ok) return
    if (told.said) toast(told.said)
    onDone?.()
  })
  useEffect(() => {
    if (fetcher.data) tell(fetcher.data)
  }, [fetcher.data])
  const onSubmit = () => board?.({ key, before: fetcher.data, onDone })
  return { fetcher, sending, board: board !== null, refused, onSubmit }
}
