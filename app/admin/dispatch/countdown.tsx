import { useSecondsPassed } from '../../ui/live/use-seconds-passed.ts'

/** The seconds left by the server's clock. */
export function Countdown({ until_ms, now_ms }: { until_ms: number; now_ms: number }) {
  const seconds = Math.max(0, Math.ceil((until_ms - now_ms) / 1000) - useSecondsPassed(now_ms))
  return <span className="money font-semibold">{seconds > 0 ? `${seconds} s left` : 'time is over'}</span>
}
