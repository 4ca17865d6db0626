import { type ReactNode, useCallback, useId, useState } from 'react'
import type { ActionAnswer } from '../../ui/action-answer.ts'
import { useSafeFetcher } from '../../ui/use-safe-fetcher.ts'
import type { Dropped } from './drawn-board.tsx'
import { DropAnswer } from './drop-answer.tsx'

/** Gives an order to the rider over whom it was let go, as the form of its card does; `answer` is to be shown. */
export function useDrop(): { onDrop(dropped: Dropped): void; answer: ReactNode } {
  const fetcher = useSafeFetcher<ActionAnswer>(useId())
  const [at, setAt] = useState<Dropped | null>(null)
  const close = useCallback(() => setAt(null), [])
  const onDrop = (dropped: Dropped) => {
    setAt(dropped)
    const { delivery_id, rider_id } = dropped
    void fetcher.submit({ intent: 'assign', delivery_id, rider_id }, { method: 'post' })
  }
  const told = fetcher.state === 'idle' ? fetcher.data : undefined
  return {
    onDrop,
    answer: at && <DropAnswer at={at} answer={told} lost={fetcher.lost} again={fetcher.again} close={close} />,
  }
}
