const NUL = '\0'

/**
 * Text from outside in a form that PostgreSQL can store: without NUL characters, and with a replacement for each lone
 * half of a surrogate pair. Nobody types either of them.
 */
export function plainText(text: string): string {
  return text.replaceAll(NUL, '').toWellFormed()
}

/** The value of a JSON text from outside, with `plainText` applied to its strings; undefined if it is not JSON. */
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
