import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../../db/handle.ts'
import { keyset, type Page, type Place } from '../../keyset.ts'
import { type ListView, onDays, plainView } from '../../list-view.ts'
import type { CapName, MessageChannel, MessageStatus } from '../lifecycle.ts'
import { messages, sms_submissions } from '../tables.ts'

export const MESSAGES_PER_PAGE = 25

export type ListedMessage = {
  id: string
  channel: MessageChannel
  /** What it says and about whom: `new_order:12`. Its words are not shown, because a PIN may be in them. */
  dedupe_key: string
  /** Enough to recognise it, too little to use it. */
  recipient: string
  status: MessageStatus
  held_by: CapName | null
  gateway: string | null
  attempts: number
  last_error: string | null
  created_at: Date
  sent_at: Date | null
}

const listed = {
  id: messages.id,
  channel: messages.channel,
  dedupe_key: messages.dedupe_key,
  recipient: messages.recipient,
  status: messages.status,
  held_by: messages.held_by,
  gateway: messages.gateway,
  attempts: messages.attempts,
  last_error: messages.last_error,
  created_at: messages.created_at,
  sent_at: messages.sent_at,
}

/** One page of the outbox for the admins, newest first; of one channel and one status, if given. */
export async function listMessages(
  db: Db,
  request: { channel: MessageChannel | null; status: MessageStatus | null; place: Place | null; view?: ListView },
): Promise<Page<ListedMessage>> {
  const { channel, status, place, view = plainView(MESSAGES_PER_PAGE) } = request
  const walk = keyset<ListedMessage>(
    [
      { column: messages.created_at, kind: 'instant', of: (row) => row.created_at },
      { column: messages.id, kind: 'uuid', of: (row) => row.id },
    ],
    place,
    view.size,
    view.rising,
  )
  const found = await db
    .select(listed)
    .from(messages)
    .where(
      and(
        channel === null ? undefined : eq(messages.channel, channel),
        status === null ? undefined : eq(messages.status, status),
        onDays(messages.created_at, view),
        walk.where,
      ),
    )
    .orderBy(...walk.order)
    .limit(walk.limit)
  return walk.page(found.map((row) => ({ ...row, recipient: masked(row.recipient) })))
}

export type FoundMessage = ListedMessage & { submissions: (typeof sms_submissions.$inferSelect)[] }

/**
 * One message as the list shows it, with each sending that a gateway took (decision 049), oldest first. Null for none.
 */
export async function findMessage(db: Db, id: string): Promise<FoundMessage | null> {
  if (!z.uuid().safeParse(id).success) return null
  const [message] = await db.select(listed).from(messages).where(eq(messages.id, id))
  if (!message) return null
  const submissions = await db
    .select()
    .from(sms_submissions)
    .where(eq(sms_submissions.message_id, id))
    .orderBy(sms_submissions.submitted_at)
  return { ...message, recipient: masked(message.recipient), submissions }
}

/** `+23480•••4567`, `a•••@example.com`. */
export function masked(recipient: string): string {
  const [name = '', domain] = recipient.split('@')
  return domain === undefined ? `${recipient.slice(0, 6)}•••${recipient.slice(-4)}` : `${name.slice(0, 1)}•••@${domain}`
}
