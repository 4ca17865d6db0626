import type { Socket } from 'node:net'
import { clearTimeout, setTimeout } from 'node:timers'
import type pg from 'pg'

/** Longer than the server lets a statement take (db/open.ts): by then it has said so, if it is there. */
const SILENT_MS = 20_000

/**
 * Ends a connection that hears nothing while it waits for an answer: its other end has vanished without a word, and TCP
 * would try on for a quarter of an hour. Answers what is to be called with each question. Who allowed a statement more
 * time than others by `set statement_timeout` waits as long as it takes, until the end of a transaction where it was
 * `set local`.
 */
export function endWhenSilent(client: pg.Client, silent_ms = SILENT_MS): (question: unknown) => void {
  let stream: Socket | undefined
  let timer: NodeJS.Timeout | undefined
  let patient: 'transaction' | 'always' | null = null

  const rest = () => {
    clearTimeout(timer)
    timer = undefined
  }
  client.on('drain', rest)
  client.on('end', rest)
  /** What came while this process was busy, or stopped, is read before. */
  const silent = () => {
    const heard = stream?.bytesRead
    setImmediate(() => {
      if (timer && stream?.bytesRead === heard) stream?.destroy(new Error('The database does not answer any more'))
    })
  }
  return (question) => {
    const text = textOf(question)
    const changed = /^\s*set (local )?statement_timeout/i.exec(text)
    if (changed) patient = changed[1] ? 'transaction' : 'always'
    if (patient === 'transaction' && /^(commit|rollback)$/i.test(text)) patient = null
    if (patient) return
    if (!stream) {
      // The driver's own stream, after the handshake; its types keep it to themselves.
      stream = Reflect.get(client, 'connection').stream as Socket
      stream.on('data', () => timer?.refresh())
    }
    timer ??= setTimeout(silent, silent_ms)
  }
}

function textOf(question: unknown): string {
  if (typeof question === 'string') return question
  const text = typeof question === 'object' && question !== null && 'text' in question ? question.text : null
  return typeof text === 'string' ? text : ''
}
