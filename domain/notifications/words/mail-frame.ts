import { brand, business_address } from '../../brand.ts'

export type Mail = { subject: string; text: string; html: string }

/** A paragraph, a button with an address, or a small table whose last row may be the sum. */
export type MailPart =
  | string
  | { go_to: string; label: string }
  | { title?: string; rows: readonly (readonly [label: string, value: string])[]; sum?: boolean }

/**
 * Builds a whole mail from its parts: the same words as plain text and as HTML in our colours, light and dark. The
 * logo comes with the mail (`cid:logo`, adapters/messages/smtp.ts), so a mail program has nothing to fetch for it: it
 * looks the same everywhere and nobody learns that it was read. `name` is for the greeting; text typed by people is
 * escaped.
 */
export function mailOf(subject: string, name: string | null, parts: readonly MailPart[]): Mail {
  const greeting = `Hello${name ? ` ${name}` : ''},`
  const help = `Questions? ${brand.support_email} or ${brand.support_phone}`
  const sender = `${brand.name}, ${business_address}`
  return {
    subject,
    text: [greeting, ...parts.map(asText), `${help}\n${sender}`].join('\n\n'),
    html: page(subject, [paragraph(greeting), ...parts.map(asHtml)].join(''), `${escaped(help)}<br>${escaped(sender)}`),
  }
}

function asText(part: MailPart): string {
  if (typeof part === 'string') return part
  if ('go_to' in part) return `${part.label}:\n${part.go_to}`
  return [...(part.title ? [part.title] : []), ...part.rows.map(([label, value]) => `  ${label}: ${value}`)].join('\n')
}

function asHtml(part: MailPart): string {
  if (typeof part === 'string') return paragraph(part)
  if ('go_to' in part) return buttonAndAddress(escaped(part.label), escaped(part.go_to))
  const heading = part.title
    ? `<tr><td colspan="2" class="line" style="${cell};font-weight:700">${escaped(part.title)}</td></tr>`
    : ''
  const last = part.rows.length - 1
  const rows = part.rows.map(([label, value], row) => {
    const look = part.sum && row === last ? `${cell};font-weight:700` : cell
    const amount = `${look};text-align:right;white-space:nowrap`
    return `<tr><td class="line" style="${look}">${escaped(label)}</td>
<td class="line" style="${amount}">${escaped(value)}</td></tr>`
  })
  return `<table role="presentation" style="${table}">${heading}${rows.join('')}</table>`
}

/** People who read mail as text, or trust no button, see where it leads. */
const buttonAndAddress = (label: string, address: string) => `<p style="margin:0 0 20px">
<a href="${address}" style="display:inline-block;padding:12px 20px;border-radius:12px;background:#c8401a;
color:#ffffff;font-weight:700;text-decoration:none">${label}</a><br>
<a href="${address}" class="soft" style="font-size:13px;color:#596074;word-break:break-all">${address}</a></p>`

const table = 'width:100%;margin:0 0 16px;border-collapse:collapse'

const cell = 'padding:6px 8px 6px 0;border-bottom:1px solid #e4dccf;vertical-align:top'

const paragraph = (text: string) => `<p style="margin:0 0 16px;white-space:pre-line">${escaped(text)}</p>`

const escaped = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')

/** Mail programs only know old HTML: styles are in each element, and one style sheet has those of dark mode. */
const page = (subject: string, body: string, foot: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title><style>${dark}</style></head>
<body class="page" style="margin:0;padding:16px;background:#faf7f2;color:#1b2233;
font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div class="card" style="max-width:560px;margin:0 auto;background:#ffffff;border-radius:16px;overflow:hidden">
<p style="margin:0;padding:12px 24px;background:#14275a;color:#ffffff;font-size:20px;font-weight:800">
<img src="cid:logo" alt="${escaped(brand.name)}" width="173" height="40" style="display:block;border:0"></p>
<div style="padding:24px 24px 8px">${body}
<p class="soft" style="margin:24px 0 16px;font-size:13px;color:#596074">${foot}</p></div></div></body></html>`

const dark = `@media (prefers-color-scheme:dark){
.page{background:#10141f!important;color:#f1eee8!important}
.card{background:#181e2d!important}
.soft{color:#b3b8c6!important}
.line{border-color:#2f3850!important}}`
