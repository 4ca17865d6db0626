import { asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'
import { kobo } from '../domain/money.ts'
import { priceAt } from '../domain/notifications/outbox/sms-prices.ts'
import { messages, sms_submissions } from '../domain/notifications/tables.ts'
import { smsSegments } from '../domain/notifications/words/sms-segments.ts'
import { SMS_PRICES } from '../domain/settings/definitions.ts'
import { readSetting } from '../domain/settings/read-setting.ts'

/**
 * Marks waiting messages of the past as sent when they were written, so that nobody gets them. Text messages get one of
 * two gateways, and all but a few have arrived, so that the demo's admin sees what they cost.
 */
export async function settlePastMessages(db: Db): Promise<void> {
  const waiting = await db
    .select()
    .from(messages)
    .where(eq(messages.status, 'Queued'))
    .orderBy(asc(messages.created_at), asc(messages.dedupe_key))
  await db
    .update(messages)
    .set({ status: 'Sent', next_attempt_at: null, sent_at: messages.created_at })
    .where(eq(messages.status, 'Queued'))

  const prices = await readSetting(db, SMS_PRICES)
  const submissions = waiting
    .filter(({ channel }) => channel === 'sms')
    .map(({ id, body, created_at, dispensable }, index) => {
      const gateway = index % 9 === 4 ? 'termii' : 'smarthive'
      const segments = smsSegments(body)
      const outcome = dispensable && index % 23 === 7 ? ('Undelivered' as const) : ('Delivered' as const)
      return {
        message_id: id,
        round: 1,
        gateway,
        gateway_message_id: `demo-${id.slice(0, 8)}`,
        submitted_at: created_at,
        segments,
        cost: kobo(segments * priceAt(prices, gateway)),
        outcome,
        reason: outcome === 'Delivered' ? 'DELIVRD' : 'UNDELIV',
        reported_at: new Date(created_at.getTime() + 4000),
      }
    })
  if (submissions.length === 0) return
  await db.insert(sms_submissions).values(submissions)
  for (const status of ['Delivered', 'Undelivered'] as const) {
    for (const gateway of ['smarthive', 'termii']) {
      const ids = submissions.filter((one) => one.outcome === status && one.gateway === gateway)
      await db
        .update(messages)
        .set({ status, gateway })
        .where(
          inArray(
            messages.id,
            ids.map(({ message_id }) => message_id),
          ),
        )
    }
  }
}
