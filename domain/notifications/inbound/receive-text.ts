import type { AnnouncingDeps } from '../../events.ts'
import { parsePhone } from '../../phone.ts'
import { setQuiet } from '../outbox/quiet-numbers.ts'
import { takeKitchenText } from './kitchen-text.ts'

/** The two words of the operators' own list (2442), alone in a message, in any case. */
const STOP_OR_ALLOW = /^\W*(?:(stop)|allow)\W*$/i

/**
 * A text message that somebody sent us: STOP asks for quiet and ALLOW takes it back, for the sender's number; what a
 * kitchen writes is about its orders. Everything else is ignored. Answers what was understood.
 */
export async function receiveText(
  deps: AnnouncingDeps,
  { from, text, id }: { from: string; text: string; id: string | null },
): Promise<'stop' | 'allow' | 'kitchen' | 'ignored'> {
  const word = STOP_OR_ALLOW.exec(text)
  const phone = parsePhone(from)
  if (!phone) return 'ignored'
  if (!word) return (await takeKitchenText(deps, { from, text, id })) ? 'kitchen' : 'ignored'
  const quiet = word[1] !== undefined
  await setQuiet(deps.db, { phone, quiet, by: 'sms', now: deps.clock.now() })
  return quiet ? 'stop' : 'allow'
}
