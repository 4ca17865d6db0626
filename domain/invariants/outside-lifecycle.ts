import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Move } from '../lifecycle.ts'

/**
 * Lines of a history that its lifecycle table does not allow: a move from or to another status, or by another role.
 * `first` is the line that begins a row's history.
 */
export function outsideLifecycle(of: {
  history: PgTable
  id: string
  problem: string
  moves: Readonly<Record<string, Move<string>>>
  first: Move<string> & { verb: string }
}): SQL {
  const { verb, ...begins } = of.first
  const moves = [[verb, { ...begins, from: [null] }] as const, ...Object.entries(of.moves)]
  const allowed = moves.flatMap(([name, { from, to, who }]) =>
    from.flatMap((status) => who.map((role) => sql`(${name}::text, ${status}::text, ${to}::text, ${role}::text)`)),
  )
  return sql`
    select h.${sql.identifier(of.id)}::text as subject, ${of.problem} || ': ' || h.verb as problem
    from ${of.history} h
    where not exists (
      select 1 from (values ${sql.join(allowed, sql`, `)}) as allowed(verb, from_status, to_status, role)
      where allowed.verb = h.verb and allowed.to_status = h.to_status and allowed.role = h.role
        and allowed.from_status is not distinct from h.from_status)`
}
