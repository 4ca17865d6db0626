import { sql } from 'drizzle-orm'
import { order_history } from './tables.ts'

/** Whether a line of an order's history was not taken back: an undo stands right behind what it takes back. */
export const stands = sql`coalesce((select next.verb from ${order_history} as next
  where next.order_id = ${order_history.order_id} and next.id > ${order_history.id}
  order by next.id limit 1), '') not like 'undo%'`

/** The lines of one order's history, oldest first, without what was taken back and without its undo. */
export function standing<Line extends { verb: string }>(lines: readonly Line[]): Line[] {
  const isUndo = (line: Line | undefined) => line?.verb.startsWith('undo_') ?? false
  return lines.filter((line, place) => !isUndo(line) && !isUndo(lines[place + 1]))
}
