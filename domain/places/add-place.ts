import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/handle.ts'
import { type Acting, may } from '../admin-roles.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Deps } from '../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { isMiddleOpen, setMiddle } from './first-middle.ts'
import { lockCampus } from './lock-campus.ts'
import { type PlaceFormRefusal, type PlaceRow, readPlaceForm, sameValues } from './place-form.ts'
import { places } from './tables.ts'

export type AddPlaceRefusal = Refused<'not_found' | 'name_taken' | 'name_retired', undefined> | PlaceFormRefusal

/**
 * An admin adds a place to the campus; the next quote knows it. The first one may be anywhere, and becomes the middle
 * of the campus unless that is set already. Sent twice it is added once. Refuses everybody else, invalid fields, a
 * point outside the service area, and a name that another place has in any case (`name_retired`: a retired one, which
 * can be brought back).
 */
export async function addPlace(
  deps: Deps,
  actor: Acting,
  fields: Readonly<Record<string, string>>,
): Promise<Accepted<{ place_id: number }> | AddPlaceRefusal> {
  if (!may(actor, 'change_campus')) return refused('not_found')
  const read = await readPlaceForm(deps.db, fields, { anywhere: await isMiddleOpen(deps.db) })
  if (!read.ok) return read
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    await lockCampus(tx)
    const before = await placeNamed(tx, read.value.name)
    if (before?.retired_at) return refused('name_retired')
    if (before) return sameValues(before, read.value) ? accepted({ place_id: before.id }) : refused('name_taken')
    if (await isMiddleOpen(tx)) await setMiddle(tx, read.value, actor, now)
    const [added] = await tx.insert(places).values(read.value).returning({ id: places.id })
    if (!added) throw new Error('A place was not added')
    await recordAudit(tx, { actor, action: 'place_added', subject: `place:${added.id}`, after: read.value, now })
    return accepted({ place_id: added.id })
  })
}

/** The place of this name, in any case, also a retired one. */
export async function placeNamed(tx: Tx, name: string): Promise<PlaceRow | undefined> {
  const [found] = await tx
    .select()
    .from(places)
    .where(eq(sql`lower(${places.name})`, sql`lower(${name})`))
  return found
}
