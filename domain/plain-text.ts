const NUL = '\0'

/**
 * Text from outside as PostgreSQL can hold it: without NUL characters, and with a replacement for each half of a
 * surrogate pair. Nobody types either; what is left is judged like anything else.
 */
export function plainText(text: string): string {
  return text.replaceAll(NUL, '').toWellFormed()
}

/** What a JSON text from outside holds, every string in it made plain; undefined for what is no JSON. */
export function readJson(text: string): unknown {
  try {
    return plainValue(JSON.parse(text))
  } catch {
    return undefined
  }
}

function plainValue(value: unknown): unknown {
  if (typeof value === 'string') return plainText(value)
  if (Array.isArray(value)) return value.map(plainValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [plainText(name), plainValue(held)]))
}

/** Whether PostgreSQL reads a text from outside as a uuid. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
}
