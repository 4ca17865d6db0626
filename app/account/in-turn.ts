import { data } from 'react-router'
import type { AppServices } from '../services.ts'

const LOOK_AGAIN_MS = 25
const LONGEST_WAIT_MS = 10_000

/**
 * Makes an account's changes one after the other: sixty presses at once wait here, without a database connection, and
 * hold up nobody else. Throws 429 when the turn does not come within ten seconds.
 */
export async function inTurn<Result>(
  services: Pick<AppServices, 'enter'>,
  user_id: string,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let waited_ms = 0; waited_ms < LONGEST_WAIT_MS; waited_ms += LOOK_AGAIN_MS) {
    const begun = services.enter('change', user_id, work)
    if (begun) return begun
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
  throw data(null, 429)
}
