import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import type { ActionAnswer } from '../../ui/forms/action-answer.ts'
import { useSafeFetcher } from '../../ui/forms/use-safe-fetcher.ts'
import type { RiderView } from './dispatch-view.server.ts'
import type { Dropped } from './drawn-board.tsx'
import { DropAnswer } from './drop-answer.tsx'

type Shown = Dropped & { number: number }

/** Gives orders to the riders over whom they were let go, as the forms of their cards do; `answers` are to be shown. */
export function useDrop(riders: readonly RiderView[]): { onDrop(dropped: Dropped): void; answers: ReactNode } {
  const [drops, setDrops] = useState<readonly Shown[]>([])
  const latest = drops.at(-1)
  const onDrop = (dropped: Dropped) =>
    setDrops((before) => [...before, { ...dropped, number: (before.at(-1)?.number ?? 0) + 1 }])
  const close = (number: number) => setDrops((before) => before.filter((drop) => drop.number !== number))
  return {
    onDrop,
    answers: latest && (
      <div className="pointer-events-none fixed z-40 grid w-72 max-w-[calc(100vw-1rem)] gap-2" style={placeOf(latest)}>
        {drops.map((drop) => (
          <OneDrop
            key={drop.number}
            drop={drop}
            rider={riders.find(({ user_id }) => user_id === drop.rider_id)}
            close={() => close(drop.number)}
          />
        ))}
      </div>
    ),
  }
}

type OneDropProps = { drop: Dropped; rider: RiderView | undefined; close(): void }

/** Each has a request of its own, so that none ends another or answers for it. */
function OneDrop({ drop, rider, close }: OneDropProps) {
  const fetcher = useSafeFetcher<ActionAnswer>(useId())
  const send = useEffectEvent(() => {
    const { delivery_id, seen_rider_id, rider_id } = drop
    void fetcher.submit({ intent: 'assign', delivery_id, seen_rider_id, rider_id }, { method: 'post' })
  })
  useEffect(() => send(), [])
  const answer = fetcher.state === 'idle' ? fetcher.data : undefined
  const { order_id } = drop
  return <DropAnswer {...{ order_id, rider, answer, close }} lost={fetcher.lost} again={fetcher.again} />
}

const WIDTH = 288

/** There where it was let go, upwards from it in the lower half of the screen, so that all of it is in sight. */
function placeOf({ x, y }: Dropped) {
  const left = Math.max(8, Math.min(x, window.innerWidth - WIDTH - 8))
  return y > window.innerHeight / 2
    ? { left, bottom: Math.max(8, window.innerHeight - y - 24) }
    : { left, top: Math.max(72, y - 24) }
}
