import { createHash } from 'node:crypto'
import { isNotNull, sql } from 'drizzle-orm'
import type { PaymentProvider } from '../../../adapters/payments/payment-provider.ts'
import { noteDue } from '../../../db/after-commit.ts'
import { type Given, kept } from '../../../db/kept-statement.ts'
import type { Deps } from '../../events.ts'
import { provider_events } from '../../payments/tables.ts'
import { plainText } from '../../plain-text.ts'
import { traced } from '../../trace.ts'

/**
 * Puts a webhook into the inbox after its raw bytes proved that the provider sent it. Nothing is believed or acted on
 * here; only the fields that are read later are kept. The same body again is the same event; if that was already
 * consumed, it is worked on once more, since the provider may know more by now. Answers false for a forged one, which
 * is not stored.
 */
export async function receiveProviderEvent(
  deps: Deps & { payments: PaymentProvider },
  headers: Headers,
  raw_body: Buffer,
): Promise<boolean> {
  if (!deps.payments.isGenuineWebhook(headers, raw_body)) return false
  const now = deps.clock.now()
  const body = deps.payments.storableWebhook(plainText(raw_body.toString('utf8')))
  const event = {
    provider: deps.payments.name,
    event_key: createHash('sha256').update(raw_body).digest('hex'),
    body,
    received_at: now,
    next_attempt_at: now,
  }
  const reading = deps.payments.readWebhook(body)
  const about = reading.kind === 'charge' ? reading.tx_ref : null
  await traced('receive webhook', { about }, () => store(deps.db, event))
  noteDue(deps.db, 'provider_event')
  return true
}

const store = kept((db, event: Given<typeof provider_events.$inferInsert>) =>
  db
    .insert(provider_events)
    .values(event)
    .onConflictDoUpdate({
      target: [provider_events.provider, provider_events.event_key],
      set: {
        body: sql`excluded.body`,
        received_at: sql`excluded.received_at`,
        consumed_at: null,
        next_attempt_at: sql`excluded.next_attempt_at`,
        attempts: 0,
      },
      setWhere: isNotNull(provider_events.consumed_at),
    }),
)
