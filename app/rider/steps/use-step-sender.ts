import { startTransition, useEffect, useEffectEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { doneSteps, forgetSteps, openQueue, sendSteps, usePhoneSteps } from './queue.ts'
import { isWaiting } from './step-store.ts'

/** A server that was busy for a moment is asked again soon; one that stays away, not on and on. */
const FIRST_RETRY_MS = 2000
const LONGEST_RETRY_MS = 15_000

/**
 * Sends a rider's steps when one is added, when the phone is back online, when the page is seen again, and while they
 * wait, now and then.
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
  useEffect(() => {
    if (waiting === 0) return
    let timer: ReturnType<typeof setTimeout>
    let is_over = false
    // The wait begins once an attempt has ended: a photo may take its time.
    const sendUntilDone = async (wait_ms: number) => {
      await send()
      if (is_over) return
      timer = setTimeout(() => void sendUntilDone(Math.min(wait_ms * 2, LONGEST_RETRY_MS)), wait_ms)
    }
    void sendUntilDone(FIRST_RETRY_MS)
    return () => {
      is_over = true
      clearTimeout(timer)
    }
  }, [waiting])
  useEffect(() => {
    void open()
    const again = () => void send()
    window.addEventListener('online', again)
    document.addEventListener('visibilitychange', again)
    return () => {
      window.removeEventListener('online', again)
      document.removeEventListener('visibilitychange', again)
    }
  }, [])
}
