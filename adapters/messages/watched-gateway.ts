import type { Clock } from '../../domain/clock.ts'
import type { SmsGateway } from './message-gateway.ts'

/** So many failures in a row, and it counts as down … */
const FAILURES = 3
/** … for so long after the last of them; then a message tries it again. */
const PAUSE_SECONDS = 60

/** The same gateway, and whether it is down: as seen by this process, from the sends of the last minute. */
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
