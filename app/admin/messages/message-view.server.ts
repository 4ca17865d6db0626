import { formatCampusDateTime } from '../../../domain/clock.ts'
import { formatNaira } from '../../../domain/money.ts'
import type { FoundMessage, ListedMessage } from '../../../domain/notifications/outbox/list-messages.ts'

export type MessageView = ReturnType<typeof messageView>
export type OpenedMessage = ReturnType<typeof openedMessage>

/** One message as the list shows it. */
export function messageView({ created_at, sent_at, dedupe_key, ...row }: ListedMessage) {
  return {
    ...row,
    about: messageAbout(dedupe_key),
    queued: formatCampusDateTime(created_at),
    sent: sent_at && formatCampusDateTime(sent_at),
  }
}

/** The same in full, with each time that a gateway took it. */
export function openedMessage({ submissions, ...message }: FoundMessage) {
  return {
    ...messageView(message),
    submissions: submissions.map((one) => ({
      key: `${one.gateway} ${one.round}`,
      gateway: one.gateway,
      gateway_message_id: one.gateway_message_id,
      taken: formatCampusDateTime(one.submitted_at),
      segments: one.segments,
      cost: formatNaira(one.cost),
      cost_told: one.cost_told,
      outcome: one.outcome,
      reason: one.reason,
      reported: one.reported_at && formatCampusDateTime(one.reported_at),
      next_look: one.ask_at && formatCampusDateTime(one.ask_at),
    })),
  }
}

/** `new_order:12` is "New order 12"; what is no number means nothing to a reader and is left out. */
export function messageAbout(dedupe_key: string): string {
  const [kind = '', subject = ''] = dedupe_key.split(':')
  const words = kind.replaceAll('_', ' ').replace(/ (sms|mail|push)$/, '')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${/^\d+$/.test(subject) ? ` ${subject}` : ''}`
}
