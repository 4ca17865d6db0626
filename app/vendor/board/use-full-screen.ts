import { useEffect, useState } from 'react'

/**
 * Shows the board alone on the whole screen (app/back-office.css), and keeps a tablet from sleeping meanwhile. `null`
 * where a browser cannot.
 */
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
  useEffect(() => {
    if (!is_full || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | undefined
    let over = false
    // The browser lets go of it whenever the page is hidden. One that saves power may refuse: then it sleeps as before.
    const stayAwake = async () => {
      if (document.hidden) return
      lock = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (over) void lock?.release()
    }
    void stayAwake()
    document.addEventListener('visibilitychange', stayAwake)
    return () => {
      over = true
      document.removeEventListener('visibilitychange', stayAwake)
      void lock?.release()
    }
  }, [is_full])
  if (!can) return null
  const toggle = () =>
    void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen())
  return { is_full, toggle }
}
