/**
 * Loaded before the app's own code (`node --import`) in each of its processes, and never in production: counts the
 * awaits inside one request or one run of a background task, and kills this very process at the one that the plan
 * names. Everything that such work awaits is a statement, a question to somebody outside, or its own answer.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { appendFileSync, unlinkSync } from 'node:fs'
import { Server, ServerResponse } from 'node:http'
import { registerHooks } from 'node:module'
import pg from 'pg'
import { type Plan, readPlan } from './plan.ts'

const file = process.env['TORTURE_PLAN'] ?? ''
const worker_url = new URL('../../server/worker.ts', import.meta.url).href
const scoped_url = new URL('./scoped-worker.ts', import.meta.url).href
/** By then the other side has what was sent, and has begun to work on it. */
const IN_FLIGHT_MS = 20

const scopes = new AsyncLocalStorage<{ plan: Plan; seen: number }>()

/** Does the work and counts its awaits, if it is what the plan is about. */
export function within<Result>(scope: string, work: () => Result): Result {
  const plan = readPlan(file)
  return plan?.scope === scope && !plan.held ? scopes.run({ plan, seen: 0 }, work) : work()
}

export function isHeld(scope: string): boolean {
  const plan = readPlan(file)
  return plan?.scope === scope && plan.held
}

/** True if this process has to die once the question is on its way; if it has to die before, nothing is returned. */
function diesAt(question: string): boolean {
  const scope = scopes.getStore()
  if (!scope) return false
  scope.seen += 1
  const { plan, seen } = scope
  if (seen !== plan.nth || !isFirst()) return false
  appendFileSync(`${file}.deaths`, `${JSON.stringify({ ...plan, question: question.slice(0, 120) })}\n`)
  if (plan.moment === 'before') die()
  return true
}

/** A plan kills one process, once: whoever takes it away. */
function isFirst(): boolean {
  try {
    unlinkSync(file)
    return true
  } catch {
    return false
  }
}

function die(): void {
  process.kill(process.pid, 'SIGKILL')
}

function watchStatements(): void {
  const { query } = pg.Client.prototype
  const watched = function (this: pg.Client, ...question: Parameters<typeof query>) {
    const [asked] = question as unknown[]
    const dies = diesAt(typeof asked === 'string' ? asked : String((asked as { text?: string }).text))
    const answer = query.apply(this, question)
    if (dies) die()
    return answer
  }
  pg.Client.prototype.query = watched as typeof query
}

function watchQuestions(): void {
  const ask = globalThis.fetch
  globalThis.fetch = (...question) => {
    const [to] = question
    const dies = diesAt(`ask ${to instanceof Request ? to.url : to}`)
    const answer = ask(...question)
    if (!dies) return answer
    // Whatever is answered, nobody here hears of it.
    answer.catch(() => {})
    setTimeout(die, IN_FLIGHT_MS)
    return new Promise(() => {})
  }
}

function watchAnswers(): void {
  const { end } = ServerResponse.prototype
  ServerResponse.prototype.end = function (this: ServerResponse, ...answer: unknown[]) {
    const dies = diesAt('the answer')
    const ended = Reflect.apply(end, this, answer) as ServerResponse
    if (dies) die()
    return ended
  } as typeof end
  const { emit } = Server.prototype
  Server.prototype.emit = function (this: Server, event: string, ...news: unknown[]) {
    const tell = () => Reflect.apply(emit, this, [event, ...news]) as boolean
    if (event !== 'request') return tell()
    const { method, url } = news[0] as { method: string; url: string }
    const path = url.split('?')[0]?.replace(/^\/track\/[^/]+/, '/track/:token')
    return within(`${method} ${path}`, tell)
  } as typeof emit
}

/** The worker's tasks are wrapped where the app takes its worker from. */
function watchTasks(): void {
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context)
      return found.url === worker_url && context.parentURL !== scoped_url ? { ...found, url: scoped_url } : found
    },
  })
}

if (file && process.argv[1]?.endsWith('server/part.ts')) {
  watchStatements()
  watchQuestions()
  watchAnswers()
  watchTasks()
}
