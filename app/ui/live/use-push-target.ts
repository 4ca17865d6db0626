import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { BellQuestion } from './worker-messages.ts'

/**
 * Tells app/workers/push-worker.ts that this page rings by itself while somebody looks at it. A press on a notification
 * leads this page there, if it is open, and brings it to the front.
 */
export function usePushTarget(): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const hear = ({ data, ports }: MessageEvent<BellQuestion>) => {
      if (data?.kind !== 'has_bell' && data?.kind !== 'go_to') return
      ports[0]?.postMessage('heard')
      if (data.kind === 'go_to') void navigate(data.url)
    }
    navigator.serviceWorker.addEventListener('message', hear)
    return () => navigator.serviceWorker.removeEventListener('message', hear)
  }, [navigate])
}
