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

/** How many statements were counted since they were forgotten. */
export async function statementCount(db: Db): Promise<number> {
  const { rows } = await db.execute<{ calls: number }>(sql`select sum(calls)::int as calls from pg_stat_statements`)
  return rows[0]?.calls ?? 0
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
