import { eq } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'
import type { Actor } from '../domain/accounts/actor.ts'
import { riders } from '../domain/delivery/tables.ts'
import { insertAccount } from './sign-in.ts'
import { LUNCH_TIME } from './world.ts'

/** An active rider on duty at the North Gate, unless a test says otherwise. */
export async function insertRider(
  db: Db,
  rider: Partial<typeof riders.$inferInsert> & { email?: string } = {},
): Promise<Actor> {
  const actor = await insertAccount(db, 'rider', rider.email ? { email: rider.email } : {})
  await db
    .update(riders)
    .set({
      name: 'Musa Bello',
      phone: '+2348031112222',
      vehicle: 'motorbike',
      landmark: 'FUTA North Gate',
      bank_name: 'Access Bank',
      bank_code: '044',
      account_number: '0690000031',
      account_name: 'MUSA BELLO',
      status: 'Active',
      submitted_at: LUNCH_TIME,
      on_duty_since: LUNCH_TIME,
      ...rider,
    })
    .where(eq(riders.user_id, actor.user_id))
  return actor
}
