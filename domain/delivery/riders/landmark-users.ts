import { eq } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import { vendors } from '../../catalog/tables.ts'
import { riders } from '../tables.ts'

/** How many vendors and riders say that they are near a landmark. */
export async function landmarkUsers(tx: Tx, name: string): Promise<{ vendors: number; riders: number }> {
  return {
    vendors: await tx.$count(vendors, eq(vendors.landmark, name)),
    riders: await tx.$count(riders, eq(riders.landmark, name)),
  }
}
