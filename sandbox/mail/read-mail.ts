export type ReadMail = { subject: string; from: string; text: string; html: string }

/**
 * Reads the parts of a mail that a person sees, pictures within its HTML among them. Enough of MIME for a web product's
 * mails; no attachments.
 */
export function readMail(raw: Buffer): ReadMail {
  // Latin-1 keeps every byte as one character, so that a part's own charset can be applied after cutting.
  const part = readPart(raw.toString('latin1'))
  const bodies = { text: '', html: '', pictures: new Map<string, string>() }
  collect(part, bodies)
  return {
    subject: decodeWords(part.headers.get('subject') ?? ''),
    from: decodeWords(part.headers.get('from') ?? ''),
    text: bodies.text,
    html: bodies.html.replace(/(src=")cid:([^"]+)/g, (whole, src: string, id: string) => {
      const picture = bodies.pictures.get(id)
      return picture ? src + picture : whole
    }),
  }
}

type Part = { headers: Map<string, string>; body: string }

function readPart(source: string): Part {
  const end = /\r?\n\r?\n/.exec(source)
  const head = end ? source.slice(0, end.index) : source
  const body = end ? source.slice(end.index + end[0].length) : ''
  const headers = new Map<string, string>()
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim())
  }
  return { headers, body }
}

function collect(part: Part, into: { text: string; html: string; pictures: Map<string, string> }) {
  const type = part.headers.get('content-type') ?? 'text/plain'
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1]
  if (/^multipart\//i.test(type) && boundary) {
    for (const piece of part.body.split(`--${boundary}`).slice(1)) {
      if (!piece.startsWith('--')) collect(readPart(piece.replace(/^\r?\n/, '')), into)
    }
    return
  }
  const [picture] = /^image\/\w+/i.exec(type) ?? []
  const [, id] = /^<(.+)>$/.exec(part.headers.get('content-id') ?? '') ?? []
  if (picture && id) into.pictures.set(id, `data:${picture};base64,${part.body.replace(/\s/g, '')}`)
  if (/^attachment/i.test(part.headers.get('content-disposition') ?? '')) return
  if (/^text\/html/i.test(type)) into.html ||= decodeBody(part)
  else if (/^text\/plain/i.test(type)) into.text ||= decodeBody(part)
}

function decodeBody({ headers, body }: Part): string {
  const encoding = (headers.get('content-transfer-encoding') ?? '').toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  const bytes = encoding === 'quoted-printable' ? decodeQuoted(body.replace(/=\r?\n/g, '')) : body
  return Buffer.from(bytes, 'latin1').toString('utf8').replace(/\r\n/g, '\n').trim()
}

const decodeQuoted = (text: string) =>
  text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Encoded words in headers (RFC 2047); white space between two of them is not part of the text. */
function decodeWords(header: string): string {
  const decoded = header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, how: string, text: string) =>
      how.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('latin1')
        : decodeQuoted(text.replaceAll('_', ' ')),
    )
  return Buffer.from(decoded, 'latin1').toString('utf8')
}
