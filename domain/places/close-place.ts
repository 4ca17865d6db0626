import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/handle.ts'
import { type Acting, may } from '../admin-roles.ts'
import type { AuditAction } from '../audit/actions.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Deps } from '../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import type { InUse, LandmarkUsers } from './change-place.ts'
import { lockCampus } from './lock-campus.ts'
import { type PlaceRow, placeVersion } from './place-form.ts'
import { places } from './tables.ts'

/** Which place, and its state as the admin saw it. */
export type SeenPlace = { place_id: number; version: string }

export type ClosePlaceRefusal = Refused<'not_found' | 'stale' | 'retired', undefined>
export type RetirePlaceRefusal = Refused<'not_found' | 'stale', undefined> | InUse

type Named = Accepted<{ name: string }>

/**
 * An admin closes a place: nothing is brought there until it is reopened, while ways lead past it all the same. Twice
 * happens once. Refuses everybody else, a retired place, and a form that is out of date.
 */
export function closePlace(deps: Deps, actor: Acting, seen: SeenPlace): Promise<Named | ClosePlaceRefusal> {
  return stampPlace(deps, actor, seen, { column: 'closed_at', on: true, action: 'place_closed' }, refuseRetired)
}

/** An admin reopens a place. Refuses as `closePlace` does. */
export function reopenPlace(deps: Deps, actor: Acting, seen: SeenPlace): Promise<Named | ClosePlaceRefusal> {
  return stampPlace(deps, actor, seen, { column: 'closed_at', on: false, action: 'place_reopened' }, refuseRetired)
}

/**
 * An admin retires a place: it is in no list, and no way leads over it. What pointed to it still does, and it can be
 * brought back. Twice happens once. Refuses everybody else, a landmark that vendors or riders have chosen, with how
 * many they are, and a form that is out of date.
 */
export function retirePlace(
  deps: Deps & { landmarkUsers: LandmarkUsers },
  actor: Acting,
  seen: SeenPlace,
): Promise<Named | RetirePlaceRefusal> {
  const refuseUsed = async (tx: Tx, { name }: PlaceRow) => {
    const users = await deps.landmarkUsers(tx, name)
    return users.vendors + users.riders > 0 ? refused('in_use', users) : null
  }
  return stampPlace(deps, actor, seen, { column: 'retired_at', on: true, action: 'place_retired' }, refuseUsed)
}

/** An admin brings a retired place back, with its ways. Refuses everybody else and a form that is out of date. */
export function bringBackPlace(
  deps: Deps,
  actor: Acting,
  seen: SeenPlace,
): Promise<Named | Refused<'not_found' | 'stale', undefined>> {
  const stamp: Stamp = { column: 'retired_at', on: false, action: 'place_brought_back' }
  return stampPlace<never>(deps, actor, seen, stamp, async () => null)
}

type Stamp = { column: 'closed_at' | 'retired_at'; on: boolean; action: AuditAction }

const refuseRetired = async (_: Tx, place: PlaceRow) => (place.retired_at ? refused('retired') : null)

async function stampPlace<Refusal>(
  deps: Deps,
  actor: Acting,
  { place_id, version }: SeenPlace,
  { column, on, action }: Stamp,
  refusalFor: (tx: Tx, place: PlaceRow) => Promise<Refusal | null>,
): Promise<Named | Refused<'not_found' | 'stale', undefined> | Refusal> {
  if (!may(actor, 'change_campus')) return refused('not_found')
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    await lockCampus(tx)
    const [place] = await tx.select().from(places).where(eq(places.id, place_id))
    if (!place) return refused('not_found')
    const { name } = place
    if ((place[column] !== null) === on) return accepted({ name })
    if (placeVersion(place) !== version) return refused('stale')
    const refusal = await refusalFor(tx, place)
    if (refusal) return refusal
    await tx
      .update(places)
      .set({ [column]: on ? now : null })
      .where(eq(places.id, place_id))
    await recordAudit(tx, { actor, action, subject: `place:${place_id}`, now })
    return accepted({ name })
  })
}
