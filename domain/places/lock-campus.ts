import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/handle.ts'

/**
 * One admin's change of the campus at a time, so that no name and no way is looked for while another one makes it. Who
 * reads, and a checkout that points to a place, goes on meanwhile.
 */
export async function lockCampus(tx: Tx): Promise<void> {
  await tx.execute(sql`lock table places, ways in share row exclusive mode`)
}
