import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../db/handle.ts'
import { type Acting, may } from '../admin-roles.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Clock } from '../clock.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { placeNamed } from './add-place.ts'
import { lockCampus } from './lock-campus.ts'
import { type PlaceFormRefusal, placeValues, placeVersion, readPlaceForm, sameValues } from './place-form.ts'
import { places } from './tables.ts'

/** How many vendors and riders say that they are near a landmark; only nouns above know them. */
export type LandmarkUsers = (tx: Tx, name: string) => Promise<{ vendors: number; riders: number }>

/** Somebody says that they are near it: how many do. */
export type InUse = Refused<'in_use', { vendors: number; riders: number }>

export type ChangePlaceRefusal =
  | Refused<'not_found' | 'stale' | 'retired' | 'name_taken' | 'name_retired', undefined>
  | InUse
  | PlaceFormRefusal

/**
 * An admin renames, moves or corrects a place. A new name reaches the vendors and riders who chose the old one, and the
 * next quote measures from where it is now. Refuses everybody else, invalid fields, a point outside the service area, a
 * name that another place has, a retired place, a form that is out of date, and to take a landmark out of the lists
 * that somebody has chosen.
 */
export async function changePlace(
  deps: { db: Db; clock: Clock; landmarkUsers: LandmarkUsers },
  actor: Acting,
  change: { place_id: number; fields: Readonly<Record<string, string>>; version: string },
): Promise<Accepted<{ name: string }> | ChangePlaceRefusal> {
  if (!may(actor, 'change_campus')) return refused('not_found')
  const read = await readPlaceForm(deps.db, change.fields)
  if (!read.ok) return read
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    await lockCampus(tx)
    const [before] = await tx.select().from(places).where(eq(places.id, change.place_id))
    if (!before) return refused('not_found')
    const { name } = read.value
    if (sameValues(before, read.value)) return accepted({ name })
    if (placeVersion(before) !== change.version) return refused('stale')
    if (before.retired_at) return refused('retired')
    const named = await placeNamed(tx, name)
    if (named && named.id !== before.id) return refused(named.retired_at ? 'name_retired' : 'name_taken')
    if (before.landmark && !read.value.landmark) {
      const users = await deps.landmarkUsers(tx, before.name)
      if (users.vendors + users.riders > 0) return refused('in_use', users)
    }
    await tx.update(places).set(read.value).where(eq(places.id, before.id))
    await recordAudit(tx, {
      actor,
      action: 'place_changed',
      subject: `place:${before.id}`,
      before: placeValues(before),
      after: read.value,
      now,
    })
    return accepted({ name })
  })
}
