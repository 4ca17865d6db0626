import { startTransition, useEffect, useEffectEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { doneSteps, forgetSteps, openQueue, sendSteps, usePhoneSteps } from './queue.ts'
import { isWaiting } from './step-store.ts'

const RETRY_MS = 15_000

/**
 * Sends a rider's steps when one is added, when the phone is back online, when the page is seen again, and now and
 * then.
 */
export function useStepSender(rider: string): void {
  const { revalidate } = useRevalidator()
  const waiting = usePhoneSteps().filter(isWaiting).length
  const [loaded, setLoaded] = useState<readonly string[]>([])
  const send = useEffectEvent(async () => {
    if (!(await sendSteps())) return
    const done = doneSteps()
    await revalidate()
    // React Router shows what it loaded in a transition; one that begins later is not shown sooner.
    startTransition(() => setLoaded(done))
  })
  const open = useEffectEvent(async () => {
    await openQueue(rider)
    const done = doneSteps()
    await send()
    await forgetSteps(done)
  })
  // Not sooner: the page shows the older state with these steps on top of it, and would step back for a moment, which
  // empties the form that its rider is filling.
  useEffect(() => void forgetSteps(loaded), [loaded])
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
