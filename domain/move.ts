import { noteAdmins } from '../db/after-commit.ts'
import type { Tx } from '../db/handle.ts'
import type { Announce, DomainEvent } from './events.ts'
import { leavesFrom, type Move, type Mover } from './lifecycle.ts'
import { type Accepted, accepted, type Refused, refused } from './refusal.ts'

export type MoveRefusal<Status extends string> =
  | Refused<'not_found', undefined>
  | Refused<'not_allowed', { status: Status }>

/** The move that is asked for: `at` is when it happened, earlier than `now` for a step recorded without a network. */
export type MoveRequest<Verb extends string> = {
  verb: Verb
  by: Mover
  reason?: string | null
  at?: Date
  now: Date
}

/** A completed move, for its history and its event. */
export type Moved<Row, Verb extends string> = {
  before: Row
  after: Row
  verb: Verb
  by: Mover
  reason: string | null
  at: Date
  now: Date
}

/** What one noun adds to the common way of moving. */
export type Lifecycle<
  Status extends string,
  Row extends { status: Status },
  Verb extends string,
  Request extends MoveRequest<Verb>,
> = {
  moves: Readonly<Record<Verb, Move<Status>>>
  /** Reads the row and locks it until the commit. */
  lock(tx: Tx, request: Request): Promise<Row | null | undefined>
  /** Writes the new status, and the columns that the move sets. */
  write(tx: Tx, before: Row, status: Status, request: Request): Promise<Row | undefined>
  /** Writes the history line. */
  record(tx: Tx, moved: Moved<Row, Verb>, request: Request): Promise<unknown>
  event?(moved: Moved<Row, Verb>): DomainEvent | null
}

/**
 * The only way to move anything along its lifecycle table, in the caller's commit: locks the row, checks the present
 * status and the mover's role, writes the new status and the history line, announces it, and notes that screens
 * changed. Of two that race, one wins and the other is refused with the status it found; so is a mover who may not,
 * whatever the status. Throws only when a locked row is gone.
 */
export async function move<
  Status extends string,
  Row extends { status: Status },
  Verb extends string,
  Request extends MoveRequest<Verb>,
>(
  tx: Tx,
  announce: Announce,
  lifecycle: Lifecycle<Status, Row, Verb, Request>,
  request: Request,
): Promise<Accepted<Row> | MoveRefusal<Status>> {
  const before = await lifecycle.lock(tx, request)
  if (!before) return refused('not_found')
  const { verb, by, reason = null, now, at = now } = request
  if (!leavesFrom(lifecycle.moves, verb, before.status) || !lifecycle.moves[verb].who.includes(by.role))
    return refused('not_allowed', { status: before.status })
  const after = await lifecycle.write(tx, before, lifecycle.moves[verb].to, request)
  if (!after) throw new Error('A locked row disappeared')
  const moved = { before, after, verb, by, reason, at, now }
  await lifecycle.record(tx, moved, request)
  noteAdmins(tx)
  const event = lifecycle.event?.(moved)
  if (event) await announce(tx, event, now)
  return accepted(after)
}

/** The first row of a statement that finds or changes at most one. */
export const one = <Row>([row]: readonly Row[]): Row | undefined => row

/** The first line of a history: who made the row, and its first status. */
export function firstLine<Status extends string, Verb extends string>(
  row: { status: Status },
  { verb, by, now }: { verb: Verb; by: Mover; now: Date },
) {
  const { role, user_id } = by
  return { verb, to_status: row.status, role, user_id, moved_at: now, recorded_at: now }
}

/** The columns that every history shares, taken from a move. */
export function historyLine<Status extends string, Row extends { status: Status }, Verb extends string>({
  before,
  after,
  verb,
  by,
  reason,
  at,
  now,
}: Moved<Row, Verb>) {
  return {
    verb,
    from_status: before.status,
    to_status: after.status,
    role: by.role,
    user_id: by.user_id,
    reason,
    moved_at: at,
    recorded_at: now,
  }
}
