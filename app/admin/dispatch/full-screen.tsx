import { Maximize, Minimize } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { buttonClass } from '../../ui/button.tsx'

/** Shows `board` on the whole screen and back; without script, or on a phone that cannot, there is no button. */
export function FullScreen({ board }: { board: RefObject<HTMLElement | null> }) {
  const [state, setState] = useState<'none' | 'small' | 'full'>('none')
  useEffect(() => {
    if (!document.fullscreenEnabled) return
    const look = () => setState(document.fullscreenElement ? 'full' : 'small')
    look()
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [])
  if (state === 'none') return null
  const is_full = state === 'full'
  return (
    <button
      type="button"
      className={buttonClass('quiet', 'inline-flex items-center gap-2')}
      onClick={() => void (is_full ? document.exitFullscreen() : board.current?.requestFullscreen())}
    >
      {is_full ? <Minimize aria-hidden="true" size={18} /> : <Maximize aria-hidden="true" size={18} />}
      {is_full ? 'Leave full screen' : 'Full screen'}
    </button>
  )
}
