import { write } from './steps.ts'

const poll_ms = 1000
let poll: ReturnType<typeof setTimeout> | undefined
let countdown: ReturnType<typeof setInterval> | undefined

/** Asks again in a second; an earlier wait is cancelled. */
export function askAgain(ask: () => Promise<void>): void {
  clearTimeout(poll)
  poll = setTimeout(() => ask().catch(() => askAgain(ask)), poll_ms)
}

export function countDown(expires_at: string): void {
  clearInterval(countdown)
  const tick = () => {
    const seconds = Math.max(0, Math.round((Date.parse(expires_at) - Date.now()) / 1000))
    const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
    write('transfer', { expires: seconds === 0 ? 'expired (money still arrives, late)' : clock })
    if (seconds === 0) clearInterval(countdown)
  }
  tick()
  countdown = setInterval(tick, 1000)
}
