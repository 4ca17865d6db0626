import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import { forgetDone, openQueue, sendSteps, usePhoneSteps } from './queue.ts'
import { isWaiting } from './step-store.ts'

const RETRY_MS = 15_000

/**
 * Sends a rider's steps when one is added, when the phone is back online, when the page is seen again, and now and
 * then.
 */
export function useStepSender(rider: string): void {
  const { revalidate } = useRevalidator()
  const waiting = usePhoneSteps().filter(isWaiting).length
  const send = useEffectEvent(async () => {
    if (!(await sendSteps())) return
    await revalidate()
    // Not sooner: until then the page shows the older state with these steps on top of it.
    await forgetDone()
  })
  const open = useEffectEvent(async () => {
    await openQueue(rider)
    await send()
    await forgetDone()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step was added.
  useEffect(() => void send(), [waiting])
  useEffect(() => {
    void open()
    const again = () => void send()
    const timer = setInterval(again, RETRY_MS)
    window.addEventListener('online', again)
    document.addEventListener('visibilitychange', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
      document.removeEventListener('visibilitychange', again)
    }
  }, [])
}
