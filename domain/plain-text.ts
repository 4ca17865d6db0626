const NUL = '\0'

/**
 * Text from outside in a form that PostgreSQL can store: without NUL characters, and with a replacement for each lone
 * half of a surrogate pair. Nobody types either of them.
 */
export function plainText(text: string): string {
  return text.replaceAll(NUL, '').toWellFormed()
}

/**
 * Signs that show nothing: they turn the words after them around, make two names of one, or a name of nothing. Emojis
 * hold some of them, which stay there.
 */
const UNSEEN =
  /[^\P{Cc}\t\n\r]|(?!\u200d\p{Extended_Pictographic}|[\u{e0020}-\u{e007f}])\p{Cf}|[\u115f\u1160\u2800\u3164\uffa0]/gu

/**
 * What somebody typed, as `plainText` and without the signs that nobody sees: whoever reads it, on a screen or in a
 * message, reads what is there. A number copied from a chat brings some along.
 */
export function typedText(text: string): string {
  return plainText(text).replace(UNSEEN, '')
}

/**
 * The value of a JSON text from outside, with `read` applied to its strings; undefined if it is not JSON. What people
 * typed into it is read by `typedText`.
 */
export function readJson(text: string, read = plainText): unknown {
  try {
    return plainValue(JSON.parse(text), read)
  } catch {
    return undefined
  }
}

function plainValue(value: unknown, read: (text: string) => string): unknown {
  if (typeof value === 'string') return read(value)
  if (Array.isArray(value)) return value.map((held) => plainValue(held, read))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [plainText(name), plainValue(held, read)]))
}

/** A web address that phones would turn into a link: what customers write is read in text messages. */
const WEB_ADDRESS = /:\/\/|\bwww\./i
/** Looks back by one sign only: a search for where a name begins would be made from each of its signs. */
const HOST = /[a-z0-9-]\.(com|net|org|ng|io|co|me|ly|gg|cc|tk|link|info|xyz|app|dev|site|online|shop|top|click)\b/i

/** Whether a text holds what a phone would make a link of. */
export const namesWebAddress = (text: string): boolean => WEB_ADDRESS.test(text) || HOST.test(text)

/** Whether PostgreSQL reads a text from outside as a uuid. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
}
