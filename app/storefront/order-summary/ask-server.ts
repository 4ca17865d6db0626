import type { PaymentWindowOptions } from '../../../adapters/payments/payment-provider.ts'
import type { Settlement } from '../../../domain/checkout/settlement/record-charge.ts'
import type { ToldQuote } from '../checkout/change-text.server.ts'
import type { MovedText } from '../window-words.ts'
import type { Problem } from './instead-words.server.ts'

type SlotRefusal = 'slot_gone' | 'slot_full'

export type PaymentServerAnswer =
  | { kind: 'window'; window: PaymentWindowOptions }
  | { kind: 'changed'; quote: ToldQuote }
  | { kind: 'settled'; settlement: Settlement }
  | { kind: 'problem'; problem: Problem }
  | { kind: 'moved'; said: MovedText }
  | { kind: 'refused'; reason: 'not_found' | 'paid' | 'replaced' | 'nobody_on_duty' | 'group_gone' | SlotRefusal }
  | { kind: 'busy' }

/** Longer than the server waits for the provider. */
const PATIENCE_MS = 30_000

/** Thrown when our server answered, but not with an answer to the question. */
export class ServerFailed extends Error {}

/**
 * Asks /order-summary/attempt. A plain fetch, because the answer opens a window and must be waited for here, whatever
 * the router does meanwhile. Throws a TypeError or a TimeoutError when the network fails and ServerFailed when the
 * server does.
 */
export async function askServer(question: Record<string, string>): Promise<PaymentServerAnswer> {
  const response = await fetch('/order-summary/attempt' satisfies Address, {
    method: 'POST',
    body: new URLSearchParams(question),
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  if (!response.ok) throw new ServerFailed(String(response.status))
  return (await response.json()) as PaymentServerAnswer
}
