import { type SQL, sql } from 'drizzle-orm'

type Move = readonly [verb: string, from: string | null, to: string]

/** The rows of a history, as `h`, that are none of these moves: what follows `from` in a query. */
export function strayMoves(history: string, moves: readonly Move[]): SQL {
  const allowed = moves.map(([verb, from, to]) => sql`(${verb}::text, ${from}::text, ${to}::text)`)
  return sql`${sql.identifier(history)} h
    where not exists (
      select 1 from (values ${sql.join(allowed, sql`, `)}) as allowed(verb, from_status, to_status)
      where allowed.verb = h.verb and allowed.to_status = h.to_status
        and allowed.from_status is not distinct from h.from_status)`
}
