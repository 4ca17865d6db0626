import { and, desc, eq, inArray, isNull, type Placeholder, sql } from 'drizzle-orm'
import type { DeliveryReport, SmsGateway } from '../../../adapters/messages/message-gateway.ts'
import { noteDue } from '../../../db/after-commit.ts'
import type { Db } from '../../../db/handle.ts'
import { type Given, inSet, kept } from '../../../db/kept-statement.ts'
import type { Deps } from '../../events.ts'
import { messages, sms_submissions } from '../tables.ts'
import { readExtRef } from './ext-ref.ts'
import { mayHave, recordOutcomes, type Sending } from './record-outcome.ts'
import { areSubmissions, type Submission } from './record-submission.ts'
import type { SmsGateways } from './send-sms.ts'

/**
 * Takes a delivery report that a gateway posted (decision 049). If the gateway can be asked, the report only says which
 * message to ask about, at once; otherwise it is believed. Answers false for a message that we never gave to this
 * gateway. Safe to repeat.
 */
export async function receiveDeliveryReport(
  deps: SmsGateways & Deps,
  gateway: SmsGateway,
  report: DeliveryReport,
): Promise<boolean> {
  const { outcome, reason, cost_kobo } = report
  if (gateway.lookUp && (await askAtOnce(deps, gateway.name, report))) return true
  const known = gateway.lookUp ? null : await findSubmission(deps.db, gateway.name, report)
  const sending = known ?? (await findInDoubt(deps, gateway.name, report))
  if (!sending) return false
  const said = gateway.lookUp
    ? { outcome: null, reason: null, cost_kobo, ask_at: deps.clock.now() }
    : { outcome, reason, cost_kobo }
  await recordOutcomes(deps, [{ ...sending, ...said }])
  noteDue(deps.db, 'delivery_report', 'sms')
  return true
}

/**
 * Makes a submission due at once, if we know it; the message stays as it is. One with a known outcome is not asked
 * about.
 */
async function askAtOnce(
  { db, clock }: Deps,
  gateway: string,
  { gateway_message_id, cost_kobo }: DeliveryReport,
): Promise<boolean> {
  if (gateway_message_id === null) return false
  const told = cost_kobo === null ? {} : { cost: cost_kobo, cost_told: true }
  const found = await makeDue(db, { gateway, gateway_message_id, now: clock.now(), ...told })
  if (found.length > 0) noteDue(db, 'delivery_report')
  return found.length > 0
}

type News = Pick<Sending, 'gateway'> & { gateway_message_id: string; now: Date } & Partial<Cost>
type Cost = Pick<Submission, 'cost' | 'cost_told'>

const makeDue = kept((db, { gateway, gateway_message_id, now, ...told }: Given<News>) => {
  const { message_id, round, outcome } = sms_submissions
  const newest = db
    .select({ message_id, round })
    .from(sms_submissions)
    .where(isOf(gateway, gateway_message_id))
    .orderBy(desc(sms_submissions.submitted_at))
    .limit(1)
  return db
    .update(sms_submissions)
    .set({ ask_at: sql`case when ${outcome} is null then ${now}::timestamptz end`, ...inSet(told) })
    .where(and(eq(sms_submissions.gateway, gateway), sql`(${message_id}, ${round}) in ${newest}`))
    .returning({ message_id })
})

async function findSubmission(
  db: Db,
  gateway: string,
  { gateway_message_id }: DeliveryReport,
): Promise<Submission | null> {
  if (gateway_message_id === null) return null
  const [submission] = await db
    .select()
    .from(sms_submissions)
    .where(isOf(gateway, gateway_message_id))
    .orderBy(desc(sms_submissions.submitted_at))
    .limit(1)
  return submission ?? null
}

/** By the gateway's own id. */
const isOf = (gateway: string | Placeholder, gateway_message_id: string | Placeholder) =>
  and(eq(sms_submissions.gateway, gateway), eq(sms_submissions.gateway_message_id, gateway_message_id))

/** By our own reference, or number and words, while the gateway's own id is not known. */
async function findInDoubt(
  deps: SmsGateways & { db: Db },
  gateway: string,
  report: DeliveryReport,
): Promise<Sending | null> {
  const { gateway_message_id, ext_ref, sms } = report
  if (gateway_message_id === null) return null
  const sent = ext_ref === null ? null : readExtRef(ext_ref)
  if (sent) return inDoubtByRef(deps, { message_id: sent.id, round: sent.round, gateway, gateway_message_id })
  if (!sms) return null
  const [message] = await deps.db
    .select({ message_id: messages.id, round: messages.round })
    .from(messages)
    .where(
      and(
        inArray(messages.status, ['Queued', 'Failed', 'Expired']),
        eq(messages.channel, 'sms'),
        eq(messages.gateway, gateway),
        isNull(messages.gateway_message_id),
        eq(messages.recipient, sms.to),
        eq(messages.body, sms.text),
      ),
    )
    .orderBy(desc(messages.created_at))
    .limit(1)
  return message ? { ...message, gateway, gateway_message_id } : null
}

async function inDoubtByRef(deps: SmsGateways & { db: Db }, sending: Sending): Promise<Sending | null> {
  const { db } = deps
  const [message] = await db.select().from(messages).where(eq(messages.id, sending.message_id))
  if (message?.channel !== 'sms' || message.round < sending.round) return null
  if (!mayHave(deps, message, sending.gateway)) return null
  const [known] = await db
    .select()
    .from(sms_submissions)
    .where(areSubmissions([sending]))
  // Another id under the same reference is not our message.
  return known && known.gateway_message_id !== null ? null : sending
}
