import { eq, max, or } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import { kitchen_staff, sessions, users } from '../../accounts/tables.ts'
import { type KitchenRole, kitchenFor } from '../../kitchen-roles.ts'

export type StaffMember = {
  user_id: string
  email: string
  name: string
  role: KitchenRole
  /** Whoever registered the kitchen stays its owner. */
  is_founder: boolean
  since: Date
  /** When they were last seen in a session that is still open; right to the hour. */
  seen_at: Date | null
  ended_at: Date | null
}

/** Everybody who works in the kitchen of who asks: its founder first, those who were ended last. */
export async function listStaff(db: Db, actor: Actor): Promise<StaffMember[]> {
  const vendor_id = kitchenFor(actor, 'manage_cooks')
  if (vendor_id === null) return []
  const of_kitchen = db
    .$with('of_kitchen')
    .as(db.select().from(kitchen_staff).where(eq(kitchen_staff.vendor_id, vendor_id)))
  const rows = await db
    .with(of_kitchen)
    .select({
      user_id: users.id,
      email: users.email,
      name: users.name,
      role: of_kitchen.role,
      since: of_kitchen.invited_at,
      registered_at: users.created_at,
      seen_at: max(sessions.updated_at),
      ended_at: of_kitchen.ended_at,
    })
    .from(users)
    .leftJoin(of_kitchen, eq(of_kitchen.user_id, users.id))
    .leftJoin(sessions, eq(sessions.user_id, users.id))
    .where(or(eq(users.id, vendor_id), eq(of_kitchen.user_id, users.id)))
    .groupBy(users.id, of_kitchen.role, of_kitchen.invited_at, of_kitchen.ended_at)
    .orderBy(users.name, users.email)
  return rows
    .map(({ registered_at, role, since, ...row }) => ({
      ...row,
      role: role ?? ('owner' as const),
      is_founder: row.user_id === vendor_id,
      since: since ?? registered_at,
    }))
    .sort((one, other) => placeOf(one) - placeOf(other))
}

const placeOf = ({ is_founder, ended_at }: Pick<StaffMember, 'is_founder' | 'ended_at'>) =>
  is_founder ? 0 : ended_at === null ? 1 : 2
