import { and, count, eq, gte, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { campusDate, DAY_MS, nextCampusMidnight } from '../../clock.ts'
import { type Kobo, koboFromNaira, sumKobo } from '../../money.ts'
import { messages, sms_submissions } from '../tables.ts'

type Sum = { messages: number; segments: number; delivered: number; undelivered: number; cost: Kobo }
export type MessageCosts = {
  /** Today last; days without messages have zeros. `day` is the date on the campus, 'YYYY-MM-DD'. */
  days: (Sum & { day: string })[]
  /** The same by gateway, the most expensive first. */
  gateways: (Sum & { gateway: string })[]
  /** How many were not sent, because a push with the same news showed (decision 125). */
  saved: number
}

/**
 * What the text messages of the last days cost (kobo), by day and by gateway: how many a gateway took, in how many
 * parts, and how many it reported as delivered or not (decision 049). One sent by both gateways counts at both.
 */
export async function messageCosts(db: Db, now: Date, days: number): Promise<MessageCosts> {
  const until = nextCampusMidnight(now)
  const from = new Date(until.getTime() - days * DAY_MS)
  const reported = (outcome: string) =>
    sql<number>`(count(*) filter (where ${sms_submissions.outcome} = ${outcome}))::int`
  const found = await db
    .select({
      day: sql<string>`to_char(${sms_submissions.submitted_at} at time zone 'UTC' + interval '1 hour', 'YYYY-MM-DD')`,
      gateway: sms_submissions.gateway,
      messages: count(),
      segments: sql<number>`sum(${sms_submissions.segments})::int`,
      delivered: reported('Delivered'),
      undelivered: reported('Undelivered'),
      cost: sql<string>`sum(${sms_submissions.cost})::numeric(18,2)::text`,
    })
    .from(sms_submissions)
    .where(and(gte(sms_submissions.submitted_at, from), lt(sms_submissions.submitted_at, until)))
    .groupBy(sql`1`, sms_submissions.gateway)
  const rows = found.map((row) => ({ ...row, cost: koboFromNaira(row.cost) }))
  const gateways = [...new Set(rows.map((row) => row.gateway))].map((gateway) => ({
    gateway,
    ...sumOf(rows.filter((row) => row.gateway === gateway)),
  }))
  return {
    days: Array.from({ length: days }, (_, place) => {
      const day = campusDate(new Date(from.getTime() + place * DAY_MS))
      return { day, ...sumOf(rows.filter((row) => row.day === day)) }
    }),
    gateways: gateways.sort((left, right) => right.cost - left.cost),
    saved: await db.$count(
      messages,
      and(eq(messages.status, 'Saved'), gte(messages.created_at, from), lt(messages.created_at, until)),
    ),
  }
}

function sumOf(rows: readonly Sum[]): Sum {
  const sum = (of: (row: Sum) => number) => rows.reduce((all, row) => all + of(row), 0)
  return {
    messages: sum((row) => row.messages),
    segments: sum((row) => row.segments),
    delivered: sum((row) => row.delivered),
    undelivered: sum((row) => row.undelivered),
    cost: sumKobo(rows.map((row) => row.cost)),
  }
}
