import { createContext, type ReactNode, useEffect, useRef, useState } from 'react'
import { useActionData } from 'react-router'
import type { ActionAnswer } from './action-answer.ts'
import { Notice } from './notice.tsx'
import { toast } from './toast.tsx'

/** Where forms say what came of them; null where there is no board around them. */
export const AnswerBoardContext = createContext<((answer: ActionAnswer | null) => void) | null>(null)

/**
 * Says above a group of forms what came of the last one, and stays when the form itself is gone: of two admins who
 * decide at once, the second one's buttons disappear with the answer. Without script it says what the page was
 * answered. Where what was done is seen anyway (`passing`), it is told in passing,
 * so that it is not read as true of what comes next.
 */
export function AnswerBoard({ children, passing = false }: { children: ReactNode; passing?: boolean }) {
  const answered = useActionData() as ActionAnswer | undefined
  const [told, tell] = useState<ActionAnswer | null>(answered ?? null)
  const notice = useRef<HTMLDivElement>(null)
  // The form that was sent may stand far below.
  useEffect(() => {
    if (told) notice.current?.scrollIntoView({ block: 'nearest' })
  }, [told])
  return (
    <AnswerBoardContext.Provider
      value={(answer) => {
        if (passing && answer?.ok) toast(answer.said)
        tell(passing && answer?.ok ? null : answer)
      }}
    >
      {told && (told.ok || (told.said && !told.confirm)) && (
        <div ref={notice} className="scroll-mt-24">
          <Notice kind={told.ok ? 'good' : 'bad'}>{told.said}</Notice>
        </div>
      )}
      {children}
    </AnswerBoardContext.Provider>
  )
}
