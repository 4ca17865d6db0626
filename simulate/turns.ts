import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as tick, setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { preparingClient } from '../db/often-asked.ts'
import { type OpenDatabase, openDatabase } from '../db/open.ts'
import type { Chance } from './chance.ts'

/** A process of the product: a request or the worker. When it dies, nothing that it had begun goes on. */
export type Life = { name: string; dead: boolean; statements_left: number; die(): void; died: Promise<void> }
export type Lived<Value> = { died: true } | { died: false; value: Value }

type Asked = { life: Life; client: pg.Client; ask(): Promise<unknown>; answer: (result: Promise<unknown>) => void }
type Running = Asked & { result: Promise<unknown>; over: boolean; ended: Promise<void> }

export type Turns = {
  database: OpenDatabase
  /** What each statement becomes on its way, so that a test can plant a fault. */
  rewrite: (text: string, values: readonly unknown[]) => string
  /** From now on, this decides who is next. */
  begin(chance: Chance): void
  /** How many statements were ended because two processes waited for each other; they are repeated, and a fault. */
  deadlocks: number
  /** Does the work as one process; before its n-th statement it dies, and its transaction is rolled back. */
  live<Value>(name: string, work: () => Promise<Value>, dies_before?: number): Promise<Lived<Value>>
  /** The process that asks for something outside of the database, and the others wait for the answer. */
  outside<Value>(ask: () => Promise<Value>): Promise<Value>
  close(): Promise<void>
}

/** A statement that takes longer may be waiting for a lock. */
const SUSPICIOUS_MS = 3
const POOL_SIZE = 16
const DEADLOCK = '40P01'

/**
 * A database whose statements go one at a time, the next one chosen by chance: what runs at once runs in the same
 * interleaving each time. One that waits for a lock is left waiting, and another goes on. Only what is done in `live`
 * takes turns; everything else asks at once.
 */
export async function openTurns(url: string): Promise<Turns> {
  const lives = new AsyncLocalStorage<Life>()
  const owners = new Map<pg.Client, Life>()
  const plain = new WeakMap<pg.Client, (text: string) => Promise<unknown>>()
  const monitor = new pg.Client({ connectionString: url })
  await monitor.connect()
  let chance: Chance
  let waiting: Asked[] = []
  let blocked: Running[] = []
  let asked_outside = 0
  let going = false

  class TurnTaker extends preparingClient() {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      const ask = this.query.bind(this) as (...asked: unknown[]) => Promise<unknown>
      plain.set(this, ask)
      this.query = ((...asked: unknown[]) => {
        const callback = typeof asked.at(-1) === 'function' ? (asked.pop() as Callback) : null
        const result = take(this, () => ask(...rewritten(asked)))
        if (!callback) return result
        result.then(
          (rows) => callback(null, rows),
          (error) => callback(error),
        )
      }) as pg.Client['query']
    }
  }

  /** The driver is asked with a text and values, or with an object that has the text, and values beside it. */
  function rewritten([question, ...rest]: unknown[]): unknown[] {
    const values = Array.isArray(rest[0]) ? rest[0] : []
    if (typeof question === 'string') return [turns.rewrite(question, values), ...rest]
    const { text, ...others } = question as { text?: unknown }
    return typeof text === 'string' ? [{ ...others, text: turns.rewrite(text, values) }, ...rest] : [question, ...rest]
  }

  function take(client: pg.Client, ask: () => Promise<unknown>): Promise<unknown> {
    const life = lives.getStore()
    if (!life) return ask()
    if (life.dead) {
      ;(client as pg.PoolClient).release()
      return never()
    }
    owners.set(client, life)
    return new Promise((answer) => {
      waiting.push({ life, client, ask, answer })
      if (!going) void go()
    })
  }

  async function go(): Promise<void> {
    going = true
    for (;;) {
      await quiet()
      if (waiting.length === 0 && blocked.length === 0) break
      if (waiting.length === 0) await Promise.race(blocked.map(({ ended }) => ended))
      else await letOneGo()
      // Whoever got an answer asks again before somebody else gets one: else the faster of both would be first.
      await quiet()
      await seeWhoIsFree()
    }
    going = false
  }

  async function letOneGo(): Promise<void> {
    const [next] = waiting.splice(waiting.length === 1 ? 0 : chance.whole(0, waiting.length - 1), 1)
    if (!next) return
    if (next.life.statements_left-- === 0) return kill(next.life)
    const result = next.ask()
    const running: Running = { ...next, result, over: false, ended: Promise.resolve() }
    const end = () => {
      running.over = true
    }
    running.ended = result.then(end, (error: { code?: string }) => {
      if (error.code === DEADLOCK) turns.deadlocks++
      end()
    })
    await Promise.race([running.ended, wait(SUSPICIOUS_MS)])
    await untilKnown(running)
    if (running.over) running.answer(result)
    else blocked.push(running)
  }

  /** Whoever waited for a lock and has it now goes on, in the sequence in which they asked. */
  async function seeWhoIsFree(): Promise<void> {
    for (const running of blocked) await untilKnown(running)
    const free = blocked.filter(({ over }) => over)
    blocked = blocked.filter(({ over }) => !over)
    for (const { answer, result } of free) {
      answer(result)
      await quiet()
    }
  }

  /** Waits until the statement has ended or is known to wait for a lock. */
  async function untilKnown(running: Running): Promise<void> {
    while (!running.over) {
      const pid = Reflect.get(running.client, 'processID')
      const { rows } = await monitor.query('select cardinality(pg_blocking_pids($1)) > 0 as waits', [pid])
      if (rows[0].waits) return
      await Promise.race([running.ended, wait(1)])
    }
  }

  async function quiet(): Promise<void> {
    do {
      await tick()
      await tick()
    } while (asked_outside > 0)
  }

  async function kill(life: Life): Promise<void> {
    life.dead = true
    waiting = waiting.filter((asked) => asked.life !== life)
    for (const { client, ended } of blocked.filter((running) => running.life === life)) {
      await monitor.query('select pg_cancel_backend($1)', [Reflect.get(client, 'processID')])
      await ended
    }
    blocked = blocked.filter((running) => running.life !== life)
    for (const [client, owner] of [...owners]) {
      if (owner !== life) continue
      await plain.get(client)?.('rollback')
      // Listeners of those who asked; the pool adds its own again.
      client.removeAllListeners('error')
      ;(client as pg.PoolClient).release()
    }
    life.die()
  }

  const database = openDatabase(url, POOL_SIZE, TurnTaker)
  database.pool.on('release', (_, client) => owners.delete(client))
  const turns: Turns = {
    database,
    rewrite: (text) => text,
    deadlocks: 0,
    begin(next) {
      chance = next
      turns.deadlocks = 0
    },
    async live(name, work, dies_before = Number.POSITIVE_INFINITY) {
      const { promise: died, resolve: die } = Promise.withResolvers<void>()
      const life: Life = { name, dead: false, statements_left: dies_before, die, died }
      return lives.run(life, () =>
        Promise.race([
          work().then((value) => ({ died: false as const, value })),
          died.then(() => ({ died: true as const })),
        ]),
      )
    },
    async outside(ask) {
      if (lives.getStore()?.dead) return never()
      asked_outside++
      try {
        return await ask()
      } finally {
        asked_outside--
      }
    },
    async close() {
      await database.close()
      await monitor.end()
    },
  }
  await connectAll(database.pool)
  return turns
}

/** Connecting takes its own time, and a busy machine longer than a statement may: both would change what comes next. */
async function connectAll(pool: pg.Pool): Promise<void> {
  pool.options.idleTimeoutMillis = 0
  const clients = await Promise.all(Array.from({ length: POOL_SIZE }, () => pool.connect()))
  for (const client of clients) {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    client.release()
  }
}

type Callback = (error: unknown, rows?: unknown) => void
const never = (): Promise<never> => new Promise(() => {})
