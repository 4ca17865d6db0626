import { useEffect, useState } from 'react'

/** Shows the board alone on the whole screen (app/back-office.css). `null` where a browser cannot. */
export function useFullScreen(): { is_full: boolean; toggle(): void } | null {
  const [can, allow] = useState(false)
  const [is_full, follow] = useState(false)
  useEffect(() => {
    allow(document.fullscreenEnabled)
    const changed = () => follow(document.fullscreenElement !== null)
    changed()
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [])
  if (!can) return null
  const toggle = () =>
    void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen())
  return { is_full, toggle }
}
