import {
  createContext,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useFetcher } from 'react-router'
import { Notice } from '../notice.tsx'
import { toast } from '../toast.ts'
import type { ActionAnswer } from './action-answer.ts'
import { isLostLine, type LostLine } from './answer-lost-line.ts'
import { usePageAnswer } from './use-page-answer.ts'

/** A form that was sent: the key of its fetcher, its answer before, and what follows once it is done. */
type Sent = { key: string; before: unknown; onDone?: (() => void) | undefined }

/** Called by a form that is being sent; null where there is no board around it. */
export const AnswerBoardContext = createContext<((sent: Sent) => void) | null>(null)

/**
 * Shows above a group of forms the answer to the last one. It reads the answer itself: when two admins decide at once,
 * the second one's form disappears with its answer, on a slow phone before it has read it. Without script it shows the
 * answer that came with the page. Where the result is seen anyway (`passing`), the answer is a toast, so that nobody
 * takes it for the answer to what comes next.
 */
export function AnswerBoard({ children, passing = false }: { children: ReactNode; passing?: boolean }) {
  const answered = usePageAnswer<ActionAnswer>()
  const [sent, follow] = useState<Sent | null>(null)
  const nothing_sent = useId()
  const { data } = useFetcher<ActionAnswer | LostLine>({ key: sent?.key ?? nothing_sent })
  // While a form is sent again, its fetcher still has the answer before.
  const answer = isLostLine(data) || data === sent?.before ? undefined : data
  const told = sent ? answer : answered
  const notice = useRef<HTMLDivElement>(null)
  const hear = useEffectEvent((heard: ActionAnswer) => {
    if (passing && heard.ok) toast(heard.said)
    if (heard.ok) sent?.onDone?.()
  })
  useEffect(() => {
    if (answer) hear(answer)
  }, [answer])
  // The form that was sent may stand far below. Once the answer is seen, nothing moves beneath a hand any more.
  useLayoutEffect(() => {
    if (told) notice.current?.scrollIntoView({ block: 'nearest' })
  }, [told])
  const shown = told && (told.ok ? !(passing && sent) : !told.confirm) && told.said
  return (
    <AnswerBoardContext.Provider value={follow}>
      {shown && (
        <div ref={notice} className="scroll-mt-24">
          <Notice kind={told.ok ? 'good' : 'bad'}>{shown}</Notice>
        </div>
      )}
      {children}
    </AnswerBoardContext.Provider>
  )
}
