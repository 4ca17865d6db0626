import { Move } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { buttonClass } from '../button.tsx'

/** Metres that an arrow key moves the pin; with Shift ten times as far. */
const STEP_M = 20

const arrows: Readonly<Record<string, readonly [east: number, north: number]>> = {
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

/** Moves the pin of a map, or what else lies there, by keyboard, for who has no mouse. */
export function MovePin({ what = 'pin', onMove }: { what?: string; onMove(east_m: number, north_m: number): void }) {
  const step = (event: KeyboardEvent) => {
    const arrow = arrows[event.key]
    if (!arrow) return
    event.preventDefault()
    const metres = event.shiftKey ? STEP_M * 10 : STEP_M
    onMove(arrow[0] * metres, arrow[1] * metres)
  }
  return (
    <button type="button" className={buttonClass('quiet', 'mt-2')} onKeyDown={step}>
      <Move aria-hidden="true" size={18} /> Move the {what} with the arrow keys
    </button>
  )
}
