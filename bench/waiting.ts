import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { figure, table } from './markdown.ts'
import { childrenOf } from './processor-time.ts'
import type { Stage } from './stage.ts'

const LOOK_MS = 250

/** Shares of the time of one part: it worked, or wanted to while others had the cores; else it waited for others. */
type Spent = { on_core: number; for_core: number }
/** How many of PostgreSQL's connections did what, in the mean. */
export type Waiting = { parts: Record<string, Spent>; connections: Record<string, number> }

/** Looks four times a second at what the parts of the product wait for, and answers what it saw when it is stopped. */
export function watchWaiting({ pids, database }: Stage): () => Promise<Waiting> {
  const began = performance.now()
  const parts = Object.entries({
    app: () => [pids.app],
    worker: () => (pids.worker === null ? [] : [pids.worker]),
    postgres: () => childrenOf(pids.postgres),
    sandbox: () => [pids.sandbox],
  }).map(([name, ids]) => ({ name, ids, count: counter() }))
  const connections: Record<string, number> = {}
  let looks = 0
  const look = async () => {
    for (const { ids, count } of parts) count.add(ids())
    const { rows } = await database.db.execute<{ doing: string; many: number }>(doing)
    looks++
    for (const { doing, many } of rows) connections[doing] = (connections[doing] ?? 0) + many
  }
  let looking = look()
  const timer = setInterval(() => {
    looking = looking.then(look)
  }, LOOK_MS)
  return async () => {
    clearInterval(timer)
    await looking.then(look)
    const wall_ns = (performance.now() - began) * 1e6
    return {
      parts: Object.fromEntries(parts.map(({ name, count }) => [name, count.share(wall_ns)])),
      connections: Object.fromEntries(Object.entries(connections).map(([doing, many]) => [doing, many / looks])),
    }
  }
}

/** Adds up what the kernel counts for processes that come and go. */
function counter() {
  const seen = new Map<number, readonly [on_ns: number, waited_ns: number]>()
  let [on_ns, waited_ns] = [0, 0]
  return {
    add(pids: readonly number[]) {
      for (const pid of pids) {
        const now = timesOf(pid)
        const before = seen.get(pid) ?? now
        on_ns += now[0] - before[0]
        waited_ns += now[1] - before[1]
        seen.set(pid, now)
      }
    },
    share: (wall_ns: number): Spent => ({ on_core: on_ns / wall_ns, for_core: waited_ns / wall_ns }),
  }
}

const doing = sql`
  select case
      when state like 'idle in transaction%' then 'between two statements of a transaction, for the app'
      when wait_event is null then 'at work, or for a core'
      when wait_event_type = 'Lock' then 'for a row or a lock of ours'
      when wait_event in ('WalSync', 'WalWrite', 'WALSync', 'WALWrite') then 'for the disk, to commit'
      when wait_event_type = 'IO' then 'for the disk'
      when wait_event_type = 'Client' then 'for the app, to read or write'
      else wait_event_type || ' ' || wait_event
    end as doing, count(*)::int as many
  from pg_stat_activity
  where backend_type = 'client backend' and state <> 'idle' and pid <> pg_backend_pid() group by 1`

/** Nanoseconds that a process's main thread ran, and waited for a core (Linux's schedstat); 0 if that is not told. */
function timesOf(pid: number): readonly [on_ns: number, waited_ns: number] {
  try {
    const [on_ns = 0, waited_ns = 0] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ').map(Number)
    return [on_ns, waited_ns]
  } catch {
    return [0, 0]
  }
}

export function waitingTables(rounds: readonly { name: string; waiting: Waiting }[]): string {
  const parts = [...new Set(rounds.flatMap(({ waiting }) => Object.keys(waiting.parts)))]
  const doings = [...new Set(rounds.flatMap(({ waiting }) => Object.keys(waiting.connections)))].sort()
  const names = rounds.map(({ name }) => name)
  const share = (spent: Spent | undefined) =>
    spent ? `${figure(spent.on_core * 100)} % + ${figure(spent.for_core * 100)} %` : '–'
  return [
    'How much of a core each part has, and (after the +) how long it waits for one, as a share of the time; the rest',
    ' it waits for the others:\n\n',
    table(
      ['part', ...names],
      parts.map((part) => [part, ...rounds.map(({ waiting }) => share(waiting.parts[part]))]),
    ),
    '\n\nWhat the busy ones of PostgreSQL’s connections do, how many of them in the mean:\n\n',
    table(
      ['connections', ...names],
      doings.map((doing) => [doing, ...rounds.map(({ waiting }) => figure(waiting.connections[doing] ?? 0, 2))]),
    ),
  ].join('')
}
