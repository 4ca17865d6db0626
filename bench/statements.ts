import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Db } from '../db/handle.ts'
import { type Postgres, startPostgres } from '../server/postgres.ts'
import { figure, table } from './markdown.ts'

/** A PostgreSQL that counts the cost of each statement; it has to start twice for that. */
export async function startCountingPostgres(data_dir: string): Promise<Postgres> {
  const first = await startPostgres({ data_dir, log: () => {} })
  await execute(first.url, "alter system set shared_preload_libraries = 'pg_stat_statements'")
  await first.stop()
  const second = await startPostgres({ data_dir, log: () => {} })
  await execute(second.url, 'create extension pg_stat_statements')
  return second
}

/** Resets the counters. */
export async function forgetStatements(db: Db): Promise<void> {
  await db.execute(sql`select pg_stat_statements_reset()`)
}

/** What PostgreSQL was asked for one order, and what that took it. */
export type StatementCost = { what: string; calls: number; ms: number }

/** The statements since they were forgotten, by what is done to which table first; what took longest comes first. */
export async function statementsOf(db: Db, orders: number): Promise<StatementCost[]> {
  const { rows } = await db.execute<{ query: string; calls: number; ms: number }>(sql`
    select query, calls::int, total_exec_time as ms from pg_stat_statements
    where query not like '%pg_stat_statements%'`)
  const by_what = Map.groupBy(rows, ({ query }) => whatOf(query))
  const sum = (these: readonly { calls: number; ms: number }[], of: 'calls' | 'ms') =>
    these.reduce((total, one) => total + one[of], 0) / orders
  return [...by_what]
    .map(([what, these]) => ({ what, calls: sum(these, 'calls'), ms: sum(these, 'ms') }))
    .sort((one, other) => other.ms - one.ms)
}

/** `insert orders, order_history`, `begin`: the verbs and tables of a statement, a subquery's among them. */
function whatOf(query: string): string {
  const first = /^\W*(\w+)/.exec(query)?.[1]?.toLowerCase() ?? ''
  const names = query.matchAll(/\b(?:insert into|update|delete from|from|join)\s+"?(?:public"?\.)?"?([a-z_]+)"?/gi)
  const tables = [...new Set([...names].map(([, name = '']) => name))]
  const verb = first === 'with' ? (/\b(insert|update|delete)\b/i.exec(query)?.[1]?.toLowerCase() ?? 'select') : first
  return [verb, tables.slice(0, 3).join(', ')].filter(Boolean).join(' ')
}

type Statement = { calls: number; total_ms: number; mean_ms: number; query: string }

/** The statements that took most of PostgreSQL's time, as a table, and their number per order. */
export async function statementCosts(db: Db, orders: number): Promise<string> {
  const { rows } = await db.execute<Statement>(sql`
    select calls::int, total_exec_time as total_ms, mean_exec_time as mean_ms,
      left(regexp_replace(query, '\\s+', ' ', 'g'), 90) as query
    from pg_stat_statements order by total_exec_time desc`)
  const costs = table(
    ['statement', 'calls per order', 'ms in all', 'ms each'],
    rows
      .slice(0, 40)
      .map((row) => [
        `\`${row.query.replaceAll('|', '¦').replaceAll('`', '')}\``,
        figure(row.calls / orders, 2),
        figure(row.total_ms),
        figure(row.mean_ms, 3),
      ]),
  )
  const calls = rows.reduce((sum, row) => sum + row.calls, 0)
  return `${costs}\n\n${figure(calls / orders, 1)} statements per order.`
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
