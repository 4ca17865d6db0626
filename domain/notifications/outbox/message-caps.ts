import { and, count, eq, gt, gte, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import { DAY_MS, HOUR_MS, nextCampusMidnight } from '../../clock.ts'
import { MESSAGE_CAPS } from '../../settings/definitions.ts'
import { readSetting } from '../../settings/read-setting.ts'
import type { CapName, MessageChannel } from '../lifecycle.ts'
import { messages } from '../tables.ts'

/** At this multiple of the hourly cap even indispensable messages stop: that is no lunch peak but a fault. */
export const HARD_MULTIPLE = 3

type Candidate = { id: string; channel: MessageChannel; recipient: string; dispensable: boolean }

/** Two workers that admit at the same time would each miss the other's count. */
const ADMISSION_LOCK = 7_130_003

/**
 * The ids of those messages that are over a cap (decision 050). The others may be sent, and count from the
 * `admitted_at` that the caller writes in the same transaction; until it ends, nobody else admits.
 */
export async function overCaps(tx: Tx, candidates: readonly Candidate[], now: Date): Promise<Map<string, CapName>> {
  const caps = await readSetting(tx, MESSAGE_CAPS)
  await tx.execute(sql`select pg_advisory_xact_lock(${ADMISSION_LOCK})`)
  const to_recipient = await countPerRecipient(tx, candidates, now)
  const in_hour = await countPerChannel(tx, candidates, now)
  const over = new Map<string, CapName>()
  for (const { id, channel, recipient, dispensable } of candidates) {
    const hour = in_hour.get(channel) ?? 0
    const day = to_recipient.get(recipient) ?? 0
    if (hour >= caps.hourly_count * (dispensable ? 1 : HARD_MULTIPLE)) {
      over.set(id, 'marketplace_hour')
    } else if (channel === 'sms' && dispensable && day >= caps.recipient_daily_count) {
      over.set(id, 'recipient_day')
    } else {
      in_hour.set(channel, hour + 1)
      to_recipient.set(recipient, day + 1)
    }
  }
  return over
}

/** When the campus day began. */
export function campusDayStart(now: Date): Date {
  return new Date(nextCampusMidnight(now).getTime() - DAY_MS)
}

async function countPerRecipient(tx: Tx, candidates: readonly Candidate[], now: Date) {
  const rows = await tx
    .select({ recipient: messages.recipient, count: count() })
    .from(messages)
    .where(
      and(
        inArray(messages.recipient, [...new Set(candidates.map(({ recipient }) => recipient))]),
        eq(messages.channel, 'sms'),
        gte(messages.admitted_at, campusDayStart(now)),
      ),
    )
    .groupBy(messages.recipient)
  return new Map(rows.map((row) => [row.recipient, row.count]))
}

async function countPerChannel(tx: Tx, candidates: readonly Candidate[], now: Date) {
  const rows = await tx
    .select({ channel: messages.channel, count: count() })
    .from(messages)
    .where(
      and(
        inArray(messages.channel, [...new Set(candidates.map(({ channel }) => channel))]),
        gt(messages.admitted_at, new Date(now.getTime() - HOUR_MS)),
      ),
    )
    .groupBy(messages.channel)
  return new Map(rows.map((row) => [row.channel, row.count]))
}
