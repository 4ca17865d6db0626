import { readFileSync } from 'node:fs'
import nodemailer from 'nodemailer'
import { ProviderUnavailable } from '../call-provider.ts'
import type { MailGateway } from './message-gateway.ts'

const logo = {
  cid: 'logo',
  filename: 'logo.png',
  content: readFileSync(new URL('./mail-logo.png', import.meta.url)),
  contentDisposition: 'inline' as const,
}

/**
 * Mail over SMTP. HTML that shows `cid:logo` gets our logo with it. `ext_ref` becomes the Message-ID, by which
 * receiving servers recognise a repeated send. A permanent refusal (5xx on the recipient or the content) is final;
 * everything else may be tried again.
 */
export function smtp(settings: { smtp_url: string; from: string }): MailGateway & { close(): void } {
  const transport = nodemailer.createTransport({
    url: settings.smtp_url,
    pool: true,
    connectionTimeout: 10_000,
    socketTimeout: 15_000,
  })
  const domain = /@([^>\s]+)/.exec(settings.from)?.[1] ?? 'localhost'
  return {
    name: 'smtp',
    async send({ to, subject, text, html, ext_ref }) {
      const messageId = `<${ext_ref}@${domain}>`
      try {
        await transport.sendMail({
          from: settings.from,
          to,
          subject,
          text,
          ...(html ? { html } : {}),
          ...(html?.includes('cid:logo') ? { attachments: [logo] } : {}),
          messageId,
        })
        return { sent: true, gateway_message_id: messageId }
      } catch (error) {
        const code = (error as { responseCode?: number }).responseCode ?? 0
        if (code >= 550 && code < 560) return { sent: false, message: `SMTP ${code}` }
        throw new ProviderUnavailable(`smtp: ${code || (error as { code?: string }).code || 'no answer'}`)
      }
    },
    close: () => transport.close(),
  }
}
