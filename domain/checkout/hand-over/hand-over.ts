import type { Kobo } from '../../money.ts'

export type HandOverKind = 'door' | 'gate' | 'meeting_point'

/** A place at which an order can be handed over, what its delivery costs there, and how far its customer walks. */
export type HandOver = {
  kind: HandOverKind
  place_id: number
  name: string
  latitude: number
  longitude: number
  fee_kobo: Kobo
  /** From the door; null for the door itself. */
  walk_minutes: number | null
}

/** The place away from the door at which a checkout is handed over; null at the door. */
export function metAt({
  hand_overs,
  place_id,
}: {
  hand_overs: readonly HandOver[] | null
  place_id: number | null
}): HandOver | null {
  return hand_overs?.find((one) => one.kind !== 'door' && one.place_id === place_id) ?? null
}
