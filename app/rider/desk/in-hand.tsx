import { useEffect, useRef, useState } from 'react'
import { DeliveryCard } from './delivery-card.tsx'
import type { InHandView } from './in-sequence.ts'

/** All that a rider has in hand: what is to be done first stands open and on top, the others folded below it. */
export function InHand({ in_hand }: { in_hand: readonly InHandView[] }) {
  const [folds, setFolds] = useState(in_hand.length > 1)
  // It stays so when one is left, whose form would be emptied otherwise.
  if (!folds && in_hand.length > 1) setFolds(true)
  const first = in_hand[0]?.delivery.delivery_id
  const step = `${first} ${in_hand[0]?.status}`
  const was_at = useRef(step)
  useEffect(() => {
    if (was_at.current === step) return
    was_at.current = step
    // What was pressed is gone or has moved down.
    if (document.activeElement === document.body) document.getElementById(`delivery-${first}`)?.focus()
  }, [first, step])
  const to_do = in_hand.filter(({ is_done }) => !is_done).length
  return in_hand.map(({ is_done, ...one }, index) => (
    <DeliveryCard
      key={one.delivery.delivery_id}
      {...one}
      turn={!is_done && to_do > 1 ? `${index + 1} of ${to_do}` : null}
      folded={folds ? index > 0 : null}
    />
  ))
}
