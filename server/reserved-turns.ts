import { sql } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'
import { rate_limits } from '../domain/accounts/tables.ts'

/**
 * Turns that all processes of all machines take one after the other, for a service that allows the whole application
 * so much. Each call reserves the next one, and answers in how many milliseconds it comes; null where too many wait
 * already. It goes by the database's clock, since machines differ.
 */
export function reservedTurns(
  db: Db,
  name: string,
  { every_ms, most_waiting }: { every_ms: number; most_waiting: number },
) {
  const every = sql`make_interval(secs => ${every_ms / 1000}::float8)`
  return async (): Promise<number | null> => {
    const { rows } = await db.execute<{ wait_ms: number }>(sql`
      insert into ${rate_limits} as turn (key, points, expire) values (${`turn ${name}`}, 0, now() + ${every})
      on conflict (key) do update set expire = greatest(turn.expire, now()) + ${every}
        where turn.expire <= now() + ${every} * ${most_waiting}::int
      returning (extract(epoch from turn.expire - ${every} - now()) * 1000)::float8 as wait_ms`)
    return rows[0] ? Math.max(0, rows[0].wait_ms) : null
  }
}
