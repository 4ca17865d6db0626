import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import { forgetDone, openQueue, sendSteps, usePhoneSteps } from './queue.ts'
import { isWaiting } from './step-store.ts'

/** A server that was busy for a moment is asked again soon; one that stays away, not on and on. */
const FIRST_RETRY_MS = 2000
const LONGEST_RETRY_MS = 15_000

/**
 * Sends a rider's steps when one is added, when the phone is back online, when the page is seen again, and while they
 * wait, now and then. The page stands as our server saw it at `shown_at`, by its clock.
 */
export function useStepSender(rider: string, shown_at: number): void {
  const { revalidate } = useRevalidator()
  const steps = usePhoneSteps()
  const waiting = steps.filter(isWaiting).length
  const send = useEffectEvent(async () => {
    if (await sendSteps()) await revalidate()
  })
  const open = useEffectEvent(async () => {
    await openQueue(rider)
    await send()
  })
  // Not sooner: the page shows the older state with these steps on top of it, and would step back, which asks for them
  // again and empties the form that its rider is filling.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step may be done after the page that shows it.
  useEffect(() => void forgetDone(shown_at), [shown_at, steps])
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
