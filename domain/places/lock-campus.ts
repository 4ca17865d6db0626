import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/handle.ts'
import { places } from './tables.ts'

/**
 * One admin's change of the campus at a time, so that no name and no way is looked for while another one makes it; and
 * none while somebody says that they are near a place (`lockLandmark`). Who reads, and a checkout that points to a
 * place, goes on meanwhile.
 */
export async function lockCampus(tx: Tx): Promise<void> {
  await tx.execute(sql`lock table places, ways in share row exclusive mode`)
  await tx.select({ id: places.id }).from(places).orderBy(places.id).for('no key update')
}
