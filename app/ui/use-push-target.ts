import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/** A press on a notification leads this page there, if it is open: public/push-worker.js asks, and brings it to the front. */
export function usePushTarget(): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const hear = ({ data, ports }: MessageEvent) => {
      if (data?.kind !== 'go_to') return
      ports[0]?.postMessage('going')
      void navigate(data.url)
    }
    navigator.serviceWorker.addEventListener('message', hear)
    return () => navigator.serviceWorker.removeEventListener('message', hear)
  }, [navigate])
}
