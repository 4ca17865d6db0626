import { X } from 'lucide-react'
import { useEffect } from 'react'
import { LostLineNotice } from '../../ui/lost-line-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Dropped } from './drawn-board.tsx'

type DropAnswerProps = {
  at: Pick<Dropped, 'order_id' | 'x' | 'y'>
  answer: { ok: boolean; said: string; errors?: Readonly<Record<string, string | undefined>> } | undefined
  lost: boolean
  again(): void
  close(): void
}

const SHOWN_MS = 4000
const WIDTH = 288

/** What came of an order that was let go over a rider, there where it was let go. */
export function DropAnswer({ at, answer, lost, again, close }: DropAnswerProps) {
  const is_done = answer?.ok === true
  useEffect(() => {
    if (!is_done) return
    const timer = setTimeout(close, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [is_done, close])
  const said = answer && (answer.said || Object.values(answer.errors ?? {}).find(Boolean))
  return (
    <div
      // What passes by itself is in nobody's way.
      className={`fixed z-40 w-72 max-w-[calc(100vw-1rem)] shadow-lg ${is_done ? 'pointer-events-none' : ''}`}
      style={{ left: Math.max(8, Math.min(at.x, window.innerWidth - WIDTH - 8)), top: Math.max(72, at.y - 24) }}
    >
      {lost ? (
        <LostLineNotice what={`Order ${at.order_id} may not have been given.`} again={again} />
      ) : (
        <Notice kind={answer ? (is_done ? 'good' : 'bad') : 'warn'}>
          <p className="flex items-start justify-between gap-2">
            <span>{answer ? `Order ${at.order_id}: ${said}` : `Giving order ${at.order_id}…`}</span>
            {answer && !is_done && (
              <button
                type="button"
                aria-label="Close"
                onClick={close}
                className="-m-2.5 grid size-11 shrink-0 place-items-center"
              >
                <X aria-hidden="true" size={20} />
              </button>
            )}
          </p>
        </Notice>
      )}
    </div>
  )
}
