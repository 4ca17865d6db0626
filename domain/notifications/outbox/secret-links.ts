import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { link_purposes } from '../../accounts/tables.ts'
import { messages } from '../tables.ts'

type Message = Pick<typeof messages.$inferSelect, 'channel' | 'dedupe_key' | 'expires_at'>

/** A message whose words must not be kept. */
export const emptied = { body: '', html: null }

/** The first word of the `dedupe_key` of what holds a link to an account or into a kitchen. */
const KINDS: readonly string[] = [...link_purposes, 'invitation']

/**
 * Whether a message holds a link that opens something: nobody may find it here once it came or is of no more use.
 * Every mail that expires is taken for one.
 */
export const holdsLink = ({ channel, dedupe_key, expires_at }: Message): boolean =>
  expires_at !== null && (channel === 'mail' || (channel === 'sms' && KINDS.includes(dedupe_key.split(':')[0] ?? '')))

/** `holdsLink` of a row of the outbox, as a condition; spelled out, so that `messages_links` serves it. */
export const holds_link = and(
  isNotNull(messages.expires_at),
  or(
    eq(messages.channel, 'mail'),
    and(eq(messages.channel, 'sms'), inArray(sql`split_part(${messages.dedupe_key}, ':', 1)`, [...KINDS])),
  ),
)?.inlineParams()

/** The words of a row after what just happened to it: none, if they are such a link. */
export const body_without_link = sql`case when ${holds_link} then '' else ${messages.body} end`
