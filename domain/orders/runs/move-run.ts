import { eq } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import type { Announce } from '../../events.ts'
import { type MoveRequest, move, one } from '../../move.ts'
import { type RunStatus, type RunVerb, run_moves } from './lifecycle.ts'
import { runs } from './tables.ts'

type Run = typeof runs.$inferSelect
type RunMove = MoveRequest<RunVerb> & { run_id: number }

/** Moves a run along its lifecycle: the only place that changes its status. The row says when it closed. */
export function moveRun(tx: Tx, announce: Announce, request: RunMove) {
  return move(tx, announce, run_lifecycle, request)
}

/** The run as it stands, locked. */
export const lockRun = (tx: Tx, run_id: number) =>
  tx.select().from(runs).where(eq(runs.id, run_id)).for('no key update').then(one)

const run_lifecycle = {
  moves: run_moves,
  lock: (tx: Tx, { run_id }: RunMove) => lockRun(tx, run_id),
  write: (tx: Tx, { id }: Run, status: RunStatus, { now }: RunMove) =>
    tx.update(runs).set({ status, closed_at: now }).where(eq(runs.id, id)).returning().then(one),
  record: async () => {},
}
