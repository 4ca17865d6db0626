import pg from 'pg'
import { endWhenSilent } from './vanished-server.ts'

/** Statements that a process runs this often within a minute are prepared. */
const OFTEN = 60
const MINUTE_MS = 60_000

/** The most prepared statements: each connection keeps all their plans in its memory. */
const MOST_PREPARED = 150

/**
 * Names for the statements that a process runs again and again; undefined for all others. A name makes the driver
 * prepare the statement, once per connection (docs/decisions/055).
 */
export function namesOfOftenAsked(often = OFTEN, most_prepared = MOST_PREPARED): (text: string) => string | undefined {
  const names = new Map<string, string>()
  const asked = new Map<string, number>()
  let since_ms = performance.now()
  return (text) => {
    const name = names.get(text)
    if (name || names.size === most_prepared) return name
    if (performance.now() - since_ms > MINUTE_MS) {
      asked.clear()
      since_ms = performance.now()
    }
    const times = (asked.get(text) ?? 0) + 1
    asked.set(text, times)
    if (times < often) return undefined
    const given = `often_${names.size + 1}`
    names.set(text, given)
    return given
  }
}

/**
 * A driver client for a pool that prepares frequent statements, and that gives up a server which has vanished. All its
 * connections share the names.
 */
export function preparingClient(nameOf = namesOfOftenAsked(), silent_ms?: number): typeof pg.Client {
  return class PreparingClient extends pg.Client {
    readonly #asks = endWhenSilent(this, silent_ms)
    // The driver's `query` has nine signatures; calls with a text and values are recognised, all others pass unchanged.
    override query = ((question: unknown, ...rest: unknown[]) => {
      this.#asks(question)
      return Reflect.apply(super.query, this, [named(question, rest[0], nameOf), ...rest])
    }) as pg.Client['query']
  }
}

/**
 * Names Drizzle's queries: an object with the text, and values beside it. What has neither values nor a plan, as
 * `begin` and `commit`, stays unnamed.
 */
function named(question: unknown, values: unknown, nameOf: (text: string) => string | undefined): unknown {
  if (!isStatement(question) || !Array.isArray(values)) return question
  if (values.length === 0 && !question.text.startsWith('select')) return question
  return { ...question, name: question.name || nameOf(question.text) }
}

function isStatement(question: unknown): question is pg.QueryConfig {
  return typeof question === 'object' && question !== null && 'text' in question && !('submit' in question)
}
