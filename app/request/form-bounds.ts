import { MIMEType } from 'node:util'

/** The longest of our forms, a week's opening hours, has a tenth of these. */
const MOST_FIELDS = 500
/** The headers of a field: its name, a file's name and its type. */
const LONGEST_HEAD_BYTES = 4 * 1024
/** A dish with all its choices is a tenth of this. */
const LARGEST_TEXTS_BYTES = 256 * 1024

/**
 * Whether a form may be parsed, by a quick look at its bytes: few enough fields, short headers, and no more text than
 * somebody types. Parsing 14 MB of tiny fields would hold up everybody for a second. Whether it is a form at all, the
 * parser decides.
 */
export function isWithinBounds(content_type: string, body: Buffer): boolean {
  const type = readType(content_type)
  if (type?.essence === 'application/x-www-form-urlencoded') {
    return body.length <= LARGEST_TEXTS_BYTES && countOf(body, '&', MOST_FIELDS) < MOST_FIELDS
  }
  const boundary = type?.params.get('boundary')
  return !boundary || arePartsWithinBounds(body, `--${boundary}`)
}

function arePartsWithinBounds(body: Buffer, delimiter: string): boolean {
  let texts_bytes = 0
  let fields = 0
  for (let at = body.indexOf(delimiter); at >= 0; ) {
    const next = body.indexOf(delimiter, at + delimiter.length)
    if (next < 0) break
    const head = body.subarray(at, Math.min(next, at + LONGEST_HEAD_BYTES))
    const head_bytes = head.indexOf('\r\n\r\n')
    if (head_bytes < 0 || ++fields > MOST_FIELDS) return false
    if (!/;\s*filename/i.test(head.toString('latin1', 0, head_bytes))) texts_bytes += next - at
    if (texts_bytes > LARGEST_TEXTS_BYTES) return false
    at = next
  }
  return true
}

function countOf(body: Buffer, sign: string, most: number): number {
  let count = 0
  for (let at = body.indexOf(sign); at >= 0 && count < most; at = body.indexOf(sign, at + 1)) count++
  return count
}

function readType(content_type: string): MIMEType | null {
  try {
    return new MIMEType(content_type)
  } catch {
    return null
  }
}
