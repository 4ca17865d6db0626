import { useEffect } from 'react'

/** Keeps the device from sleeping while the page is shown and `is_needed`. */
export function useStaysAwake(is_needed: boolean): void {
  useEffect(() => {
    if (!is_needed || !('wakeLock' in navigator)) return
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
  }, [is_needed])
}
