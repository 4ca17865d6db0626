import type { OrderStory } from '../../../../domain/desk/order-story/order-story.ts'
import type { MessageStatus } from '../../../../domain/notifications/lifecycle.ts'
import { kind_words } from '../../../ui/claim-words.ts'
import type { AuditEntryInWords } from '../../audit/audit-view.server.ts'
import { messageAbout } from '../../messages/message-view.server.ts'
import type { Sees } from '../../sees.ts'
import type { TimelineEntry } from './timeline-entry.ts'

const channels = { sms: 'SMS', mail: 'Mail', push: 'Push' } as const

/** What was said to whom, what the customer complained about, and what admins decided beside the order's own moves. */
export function talkEntries(
  { messages, claims, notes, chat, nameOf }: OrderStory,
  decisions: readonly (AuditEntryInWords & { at: Date; action: string })[],
  sees: Sees,
): TimelineEntry[] {
  return [
    ...messages.map(
      (message): TimelineEntry => ({
        id: `message ${message.id}`,
        kind: 'message',
        at: message.created_at,
        what: `${channels[message.channel]}: ${messageAbout(message.dedupe_key)}`,
        who: message.recipient ? `to ${message.recipient}` : null,
        note: [message.subject, saved(message.status), unread(message.body, sees)].filter(Boolean).join('. '),
        status: message.status,
        words: sees.contacts ? message.body : null,
        to: `/admin/messages?message=${message.id}`,
      }),
    ),
    ...chat.map(
      ({ line, rider_name, writer }): TimelineEntry => ({
        id: `line ${line.id}`,
        kind: 'message',
        at: line.written_at,
        what: chatText(line, rider_name, writer),
        note: sees.contacts ? `“${line.text}”` : null,
      }),
    ),
    ...notes.map(
      ({ id, changed_at, after }): TimelineEntry => ({
        id: `note ${id}`,
        kind: 'order',
        at: changed_at,
        what: after === null ? 'The note was taken out' : 'The note was changed',
        who: 'customer',
        note: after && `“${after}”`,
      }),
    ),
    ...claims.flatMap(({ claim, words }): TimelineEntry[] => {
      const to: Address = `/admin/claims?claim=${claim.id}`
      const made: TimelineEntry = {
        ...{ id: `claim ${claim.id}`, kind: 'trouble', at: claim.created_at, to },
        what: `The customer says: ${kind_words[claim.kind]}`,
        who: 'customer',
        note: [
          claim.lines.map(({ quantity, name }) => `${quantity} x ${name}`).join(', '),
          ...words.map(({ text }) => `“${text}”`),
        ]
          .filter(Boolean)
          .join(' '),
        photo: claim.photo,
      }
      if (!claim.decided_at || !claim.decided_role) return [{ ...made, status: claim.status }]
      const decided: TimelineEntry = {
        ...{ id: `decided ${claim.id}`, kind: 'trouble', at: claim.decided_at, to },
        what: `The claim was ${claim.status.toLowerCase()}`,
        who: nameOf({ role: claim.decided_role, user_id: claim.decided_by }),
        note: claim.reason,
        status: claim.status,
      }
      return [made, decided]
    }),
    ...decisions
      .filter(({ action }) => !told_otherwise.includes(action))
      .map(
        ({ id, at, action, sentence, actor, reason }): TimelineEntry => ({
          id: `decision ${id}`,
          kind: action.startsWith('refund_') ? 'money' : 'rider',
          at,
          what: upper(sentence.map(({ text }) => text).join('')),
          who: `admin ${actor}`,
          note: reason,
        }),
      ),
  ]
}

const saved = (status: MessageStatus) =>
  status === 'Saved' ? 'Not sent, because a push with the same news showed on the phone' : null

function unread(body: string, sees: Sees): string | null {
  if (body === '') return 'Its words are not kept any longer.'
  return sees.contacts ? null : 'Your role does not read the words of messages.'
}

/** What the history of the order or its delivery says already. */
const told_otherwise: readonly string[] = [
  ...['delivery_arrived', 'delivery_assigned', 'delivery_picked_up', 'delivery_unassigned', 'incident_came_back'],
  'offer_withdrawn',
]

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** "The customer wrote to the rider", "Musa wrote to the customer". */
function chatText(
  { from_role, partner }: OrderStory['chat'][number]['line'],
  rider: string | null,
  admin: string | null,
) {
  if (from_role === 'customer') return `The customer wrote to ${partner === 'rider' ? 'the rider' : 'us'}`
  return `${from_role === 'rider' ? (rider ?? 'The rider') : admin || 'An admin'} wrote to the customer`
}
