import type { World } from '../world.ts'

export type InboxMessage = {
  id: string
  kind: 'sms' | 'mail'
  from: string
  to: string
  subject: string | null
  text: string
  html: string | null
  links: string[]
  ext_ref: string | null
  received_at: string
}

export type InboxFilter = { to?: string | undefined; kind?: string | undefined; limit: number }

const web_address = /https?:\/\/[^\s"'<>]+[^\s"'<>.,;:!?)\]]/g

/** SMS and mails received, newest first. `to` matches part of the address, or of the number in any writing. */
export function readInbox(world: World, { to = '', kind, limit }: InboxFilter): InboxMessage[] {
  const messages: InboxMessage[] = []
  const digits = to.replace(/\D/g, '').replace(/^0/, '')
  if (kind !== 'mail' && (to === '' || digits !== '')) {
    for (const sms of world.sms.newest(digits, limit)) {
      messages.push({
        id: `sms-${sms.id}`,
        kind: 'sms',
        from: sms.sender,
        to: sms.recipient,
        subject: null,
        text: sms.text,
        html: null,
        links: linksIn(sms.text),
        ext_ref: sms.ext_ref,
        received_at: new Date(sms.received_at_ms).toISOString(),
      })
    }
  }
  if (kind !== 'sms') {
    for (const mail of world.mails.newest(to, limit)) {
      messages.push({
        id: `mail-${mail.id}`,
        kind: 'mail',
        from: mail.sender,
        to: mail.recipients,
        subject: mail.subject,
        text: mail.text,
        html: mail.html || null,
        links: [...new Set([...linksIn(mail.text), ...linksIn(mail.html.replaceAll('&amp;', '&'))])],
        ext_ref: null,
        received_at: new Date(mail.received_at_ms).toISOString(),
      })
    }
  }
  return messages.sort((a, b) => b.received_at.localeCompare(a.received_at)).slice(0, limit)
}

const linksIn = (text: string): string[] => text.match(web_address) ?? []

/** A text cut at its web addresses: every second piece is a link. */
export const cutAtLinks = (text: string): string[] => text.split(new RegExp(`(${web_address.source})`, 'g'))
