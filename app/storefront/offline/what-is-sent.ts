/** What a form of a customer's order holds: its fields, and a file where it has one. */
export type Fields = readonly (readonly [name: string, value: string | Blob])[]

/** What somebody sent, in words. */
export type Sent = {
  /** `your note`. */
  name: string
  /** What was typed; empty for nothing. */
  text: string
  /** How long it may wait and still go by itself; null for never: it is to be pressed again. */
  goes_for_ms: number | null
}

/** What the note of an order is called. */
export const NOTE = 'your note'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/**
 * What a form of a tracking page says. Only what means the same later goes by itself, and what our server takes for one
 * thing however often it comes: who cancelled or chose without a line may think otherwise by the time that it is back.
 */
export function whatIsSent(fields: Fields): Sent {
  const text = (name: string) => {
    const found = fields.find(([field]) => field === name)?.[1]
    return typeof found === 'string' ? found.trim() : ''
  }
  switch (text('intent')) {
    case 'note':
      return { name: NOTE, text: text('note'), goes_for_ms: 30 * MINUTE }
    case 'chat':
      return { name: 'your message', text: text('text'), goes_for_ms: 30 * MINUTE }
    case 'claim':
      return { name: 'what you told us', text: text('words'), goes_for_ms: DAY }
    case 'answer':
      return { name: 'your word', text: text('words'), goes_for_ms: DAY }
    case 'photo':
      return { name: 'your photo', text: '', goes_for_ms: DAY }
    case 'withdraw':
      return { name: 'that you cancel the order', text: '', goes_for_ms: null }
  }
  if (text('food') && text('delivery')) return { name: 'your rating', text: text('line'), goes_for_ms: 7 * DAY }
  return { name: 'what you pressed', text: '', goes_for_ms: null }
}
