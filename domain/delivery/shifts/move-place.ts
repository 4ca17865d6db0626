import { eq } from 'drizzle-orm'
import { noteScreen } from '../../../db/after-commit.ts'
import type { Tx } from '../../../db/handle.ts'
import type { Announce } from '../../events.ts'
import { historyLine, type Moved, type MoveRequest, move, one } from '../../move.ts'
import { type PlaceStatus, type PlaceVerb, place_moves } from './lifecycle.ts'
import { shift_history, shift_places } from './tables.ts'

export type ShiftPlace = typeof shift_places.$inferSelect

type PlaceMove = MoveRequest<PlaceVerb> & {
  place_id: number
  /** Who has it after the move; left out where that stays. */
  rider_id?: string | null
  /** When its rider was on duty in it, where that was not noted before. */
  came_at?: Date
}

/**
 * Moves a place in a shift along its lifecycle: the only place that changes its status. Locks its row; a mover who
 * needs a rider's row too holds that one first. Another rider takes it now, with no reminder.
 */
export function movePlace(tx: Tx, announce: Announce, request: PlaceMove) {
  return move(tx, announce, place_lifecycle, request)
}

const place_lifecycle = {
  moves: place_moves,
  lock: async (tx: Tx, { place_id }: PlaceMove) =>
    one(await tx.select().from(shift_places).where(eq(shift_places.id, place_id)).for('no key update')),
  write: async (tx: Tx, before: ShiftPlace, status: PlaceStatus, { rider_id, came_at, now }: PlaceMove) => {
    const taken_at = rider_id ? now : null
    const of_another =
      rider_id === undefined ? {} : { rider_id, taken_at, reminded_at: null, came_at: null, missed_at: null }
    return one(
      await tx
        .update(shift_places)
        .set({ status, ...of_another, ...(came_at && { came_at }) })
        .where(eq(shift_places.id, before.id))
        .returning(),
    )
  },
  record: async (tx: Tx, moved: Moved<ShiftPlace, PlaceVerb>) => {
    const { before, after } = moved
    await tx.insert(shift_history).values({
      ...historyLine<PlaceStatus, ShiftPlace, PlaceVerb>(moved),
      place_id: after.id,
      rider_id: after.rider_id ?? before.rider_id,
    })
    for (const rider_id of new Set([before.rider_id, after.rider_id])) if (rider_id) noteScreen(tx, rider_id)
  },
}
