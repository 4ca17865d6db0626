import { plainText } from '../../domain/plain-text.ts'
import { readObject } from './read-body.ts'

/** `id` is the gateway's for this text; null where it gives none. */
export type InboundSms = { from: string; text: string; id: string | null }

/**
 * A text message that somebody sent to our number, from a gateway's webhook: Termii in JSON (`type: "inbound"`,
 * `sender`, `message`, `message_id`), others as a form or JSON with `from`, `text` and, if they like, `id`. Null for
 * delivery reports, and for what cannot be read.
 */
export function readInboundSms(body: string): InboundSms | null {
  const fields = body.trimStart().startsWith('{') ? jsonFields(body) : new URLSearchParams(plainText(body))
  const first = (...names: string[]) => names.map((name) => fields.get(name)).find(Boolean) ?? null
  const from = first('sender', 'from')
  const text = first('message', 'text')
  if (from === null || text === null || (first('type') ?? 'inbound') !== 'inbound') return null
  return { from, text, id: first('message_id', 'id') }
}

function jsonFields(body: string): Map<string, string> {
  const fields = Object.entries(readObject(body))
  return new Map(fields.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
}
