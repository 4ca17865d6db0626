import type { Clock } from '../../domain/clock.ts'
import type { SmsGateway } from './message-gateway.ts'

/** After this many failures in a row it counts as down … */
const FAILURES = 3
/** … until this long after the last one; then a message tries it again. */
const PAUSE_SECONDS = 60

/** The same gateway with `isDown`, judged by this process's own sends. */
export function watched(gateway: SmsGateway, clock: Clock): SmsGateway & Required<Pick<SmsGateway, 'isDown'>> {
  let in_a_row = 0
  let last_ms = 0
  return {
    ...gateway,
    async send(sms) {
      try {
        const outcome = await gateway.send(sms)
        in_a_row = 0
        return outcome
      } catch (error) {
        in_a_row++
        last_ms = clock.now().getTime()
        throw error
      }
    },
    isDown: () => in_a_row >= FAILURES && Math.abs(clock.now().getTime() - last_ms) < PAUSE_SECONDS * 1000,
  }
}
