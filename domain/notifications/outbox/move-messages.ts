import { and, inArray, type SQL } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '../../../db/handle.ts'
import { type MessageMove, type MessageMover, type MessageVerb, message_moves } from '../lifecycle.ts'
import { messages, type sms_submissions } from '../tables.ts'

type Asked = {
  verb: MessageVerb
  by: MessageMover
  /** Of which messages. */
  where: SQL | undefined
  /** What changes besides the status. */
  set?: Omit<PgUpdateSetSource<typeof messages>, 'status'>
  /** The rows that `where` and `set` speak of besides. */
  from?: SQL | typeof sms_submissions
}

/**
 * The only way to change a message's status: moves those whose present status the lifecycle table lets go, if it lets
 * this mover do it. One statement, so that of two who race one moves a message and the other finds it moved. Answers
 * which were moved.
 */
export async function moveMessages(tx: Db | Tx, { verb, by, where, set, from }: Asked): Promise<string[]> {
  const line: MessageMove = message_moves[verb]
  if (!line.who.includes(by)) return []
  const updated = tx.update(messages).set({ ...set, status: line.to })
  const which = and(inArray(messages.status, [...line.from]), where)
  const { id } = messages
  const moved = from
    ? await updated.from(from).where(which).returning({ id })
    : await updated.where(which).returning({ id })
  return moved.map((row) => row.id)
}
