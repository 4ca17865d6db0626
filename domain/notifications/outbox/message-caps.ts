import { sql } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import { DAY_MS, MINUTE_MS, nextCampusMidnight } from '../../clock.ts'
import { MESSAGE_CAPS } from '../../settings/definitions.ts'
import { settingIn } from '../../settings/read-setting.ts'
import { settings } from '../../settings/tables.ts'
import type { CapName, CountedAs } from '../lifecycle.ts'
import { message_counts, messages, quiet_numbers } from '../tables.ts'

/** At this multiple of the hourly cap even indispensable messages stop: that is no lunch peak but a fault. */
export const HARD_MULTIPLE = 3

/**
 * Anybody can sign up under any address, and have mails sent there: to confirm it, for a new password, with each new
 * browser. Beyond so many an hour to addresses that nobody has confirmed, the next are not sent, and none of them takes
 * the place of a receipt or of the new password of somebody known. Invitations are none of them: kitchens that an
 * admin let in send ten a day.
 */
export const UNPROVEN_MAILS_AN_HOUR = 300

/** What the key of a mail to such an address ends with. */
export const UNPROVEN = ':unproven'

const HOUR_MINUTES = 60

type Candidate = Pick<
  typeof messages.$inferSelect,
  'id' | 'channel' | 'dedupe_key' | 'recipient' | 'dispensable' | 'admitted_at'
>

/** What keeps messages back (decision 050): who asked for quiet, and what has been sent. */
export type Restraints = {
  caps: (typeof MESSAGE_CAPS)['default']
  /** Of the recipients of dispensable text messages, those who want none. */
  quiet: ReadonlySet<string>
  /** How many text messages each of those got today. */
  to_recipient: ReadonlyMap<string, number>
  /** How many messages that count as each were admitted in the last 60 minutes. */
  in_hour: ReadonlyMap<CountedAs, number>
}

/** Reads what keeps these messages back; whoever admits some of them has locked all others out before. */
export async function readRestraints(tx: Tx, candidates: readonly Candidate[], now: Date): Promise<Restraints> {
  const counted = [...new Set(candidates.map(countedAs))]
  const recipients = [...new Set(candidates.filter(isCountedForRecipient).map(({ recipient }) => recipient))]
  const minute = minuteOf(now)
  const since = new Date(minute.getTime() - (HOUR_MINUTES - 1) * MINUTE_MS)
  const { rows } = await tx.execute<{
    caps: { key: string; value: unknown }[] | null
    quiet: string[] | null
    to_recipient: Record<string, number> | null
    in_hour: Partial<Record<CountedAs, number>> | null
  }>(sql`select
    (select json_agg(${settings}) from ${settings} where ${settings.key} = ${MESSAGE_CAPS.key}) as caps,
    (select json_agg(${quiet_numbers.phone}) from ${quiet_numbers}
      where ${quiet_numbers.phone} = any(${sql.param(recipients)})) as quiet,
    (select json_object_agg(recipient, many) from (
      select ${messages.recipient}, count(*) as many from ${messages}
      where ${messages.recipient} = any(${sql.param(recipients)}) and ${messages.channel} = 'sms'
        and ${messages.admitted_at} >= ${campusDayStart(now)} group by 1) as got) as to_recipient,
    (select json_object_agg(channel, many) from (
      select ${message_counts.channel}, sum(${message_counts.count}) as many from ${message_counts}
      where ${message_counts.channel} = any(${sql.param(counted)})
        and ${message_counts.minute} between ${since} and ${minute} group by 1) as sent) as in_hour`)
  const [read] = rows
  return {
    caps: settingIn(read?.caps ?? [], MESSAGE_CAPS),
    quiet: new Set(read?.quiet),
    to_recipient: new Map(Object.entries(read?.to_recipient ?? {})),
    in_hour: new Map(Object.entries(read?.in_hour ?? {}) as [CountedAs, number][]),
  }
}

function countedAs({ channel, dedupe_key }: Pick<Candidate, 'channel' | 'dedupe_key'>): CountedAs {
  const is_unproven = dedupe_key.startsWith('confirm_mail:') || dedupe_key.endsWith(UNPROVEN)
  return channel === 'mail' && is_unproven ? 'confirm_mail' : channel
}

/** Whom a text message goes to may ask for quiet, and gets so many a day, where it is one that they can do without. */
const isCountedForRecipient = ({ channel, dispensable }: Pick<Candidate, 'channel' | 'dispensable'>) =>
  channel === 'sms' && dispensable

/** The ids of those messages that are over a cap; the others may be sent, in their sequence. */
export function overCaps(candidates: readonly Candidate[], { caps, ...sent }: Restraints): Map<string, CapName> {
  const in_hour = new Map(sent.in_hour)
  const to_recipient = new Map(sent.to_recipient)
  const over = new Map<string, CapName>()
  for (const candidate of candidates) {
    const { id, channel, recipient, dispensable } = candidate
    const counted = countedAs(candidate)
    const hour = in_hour.get(counted) ?? 0
    const day = to_recipient.get(recipient) ?? 0
    if (counted === 'confirm_mail' && hour >= UNPROVEN_MAILS_AN_HOUR) {
      over.set(id, 'confirmations_hour')
    } else if (counted !== 'confirm_mail' && hour >= caps.hourly_count * (dispensable ? 1 : HARD_MULTIPLE)) {
      over.set(id, 'marketplace_hour')
    } else if (isCountedForRecipient(candidate) && day >= caps.recipient_daily_count) {
      over.set(id, 'recipient_day')
    } else {
      in_hour.set(counted, hour + 1)
      if (channel === 'sms') to_recipient.set(recipient, day + 1)
    }
  }
  return over
}

/** Counts messages that are admitted `now`; part of the statement or the commit that admits them. */
export function countAdmitted(tx: Tx, admitted: readonly Pick<Candidate, 'channel' | 'dedupe_key'>[], now: Date) {
  const by_channel = Map.groupBy(admitted, countedAs)
  return tx
    .insert(message_counts)
    .values([...by_channel].map(([channel, { length: count }]) => ({ channel, minute: minuteOf(now), count })))
    .onConflictDoUpdate({
      target: [message_counts.channel, message_counts.minute],
      set: { count: sql`${message_counts.count} + excluded.count` },
    })
    .returning({ channel: message_counts.channel })
}

const minuteOf = (now: Date) => new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS)

/** When the campus day began. */
export function campusDayStart(now: Date): Date {
  return new Date(nextCampusMidnight(now).getTime() - DAY_MS)
}
