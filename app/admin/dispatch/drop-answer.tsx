import { X } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import type { ActionAnswer } from '../../ui/forms/action-answer.ts'
import { LostLineNotice } from '../../ui/forms/lost-line-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PhoneLink } from '../phone-link.tsx'
import type { RiderView } from './dispatch-view.server.ts'

type DropAnswerProps = {
  order_id: number
  rider: RiderView | undefined
  answer: ActionAnswer | undefined
  lost: boolean
  again(): void
  close(): void
}

const SHOWN_MS = 10_000

/** What came of an order that was let go over a rider. */
export function DropAnswer({ order_id, rider, answer, lost, again, close }: DropAnswerProps) {
  const is_done = answer?.ok === true
  const passes = is_done && rider?.on_duty != null
  const end = useEffectEvent(close)
  useEffect(() => {
    if (!passes) return
    const timer = setTimeout(end, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [passes])
  const said = answer && (answer.said || (!answer.ok && Object.values(answer.errors).find(Boolean)))
  return (
    // What passes by itself is in nobody's way.
    <div className={`flex items-start gap-1 shadow-lg ${passes ? '' : 'pointer-events-auto'}`}>
      <div className="min-w-0 grow">
        {lost ? (
          <LostLineNotice what={`Order ${order_id} may not have been given.`} again={again} />
        ) : (
          <Notice kind={answer ? (is_done ? 'good' : 'bad') : 'warn'}>
            {answer ? `Order ${order_id}: ${said}` : `Giving order ${order_id}…`}
            {is_done && rider && (
              <p>
                {rider.on_duty ? 'No phone rings for it' : `${rider.name} is off duty`}: please call
                {rider.phone && (
                  <span className="pointer-events-auto">
                    {' '}
                    <PhoneLink number={rider.phone} />
                  </span>
                )}
                .
              </p>
            )}
          </Notice>
        )}
      </div>
      {(lost || (answer && !passes)) && (
        <button
          type="button"
          aria-label="Close"
          onClick={close}
          className="grid size-11 shrink-0 place-items-center rounded-control border border-edge bg-surface"
        >
          <X aria-hidden="true" size={20} />
        </button>
      )}
    </div>
  )
}
