import { and, eq, isNotNull, max, not, or } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import { kitchen_pins, kitchen_staff, sessions, users } from '../../accounts/tables.ts'
import { isTablet } from '../../accounts/tablet-sessions.ts'
import { type KitchenRole, kitchenFor } from '../../kitchen-roles.ts'
import { isFounder } from './lock-staff.ts'

export type StaffMember = {
  user_id: string
  email: string
  name: string
  role: KitchenRole
  /** Whoever registered or opened the kitchen stays its owner. */
  is_founder: boolean
  since: Date
  /** When they were last seen in a session that is still open; right to the hour. */
  seen_at: Date | null
  ended_at: Date | null
  /** Until when they may agree to work here; null once they have. */
  asked_until: Date | null
  has_pin: boolean
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
      invited_by: of_kitchen.invited_by,
      asked_until: of_kitchen.asked_until,
      has_pin: isNotNull(max(kitchen_pins.set_at)).mapWith(Boolean),
    })
    .from(users)
    .leftJoin(of_kitchen, eq(of_kitchen.user_id, users.id))
    .leftJoin(sessions, and(eq(sessions.user_id, users.id), not(isTablet)))
    .leftJoin(kitchen_pins, and(eq(kitchen_pins.user_id, users.id), eq(kitchen_pins.vendor_id, vendor_id)))
    .where(or(eq(users.id, vendor_id), eq(of_kitchen.user_id, users.id)))
    .groupBy(
      users.id,
      of_kitchen.role,
      of_kitchen.invited_at,
      of_kitchen.ended_at,
      of_kitchen.invited_by,
      of_kitchen.asked_until,
    )
    .orderBy(users.name, users.email)
  const people = rows.map(({ registered_at, role, since, invited_by, ...row }) => ({
    ...row,
    // What somebody is called elsewhere they say once they agree.
    name: row.asked_until ? '' : row.name,
    role: role ?? ('owner' as const),
    is_founder: isFounder({ vendor_id, user_id: row.user_id, invited_by: invited_by ?? vendor_id }),
    since: since ?? registered_at,
  }))
  // A kitchen that somebody opened besides their own has an account of its own, which is nobody.
  const was_opened = people.some(({ is_founder, user_id }) => is_founder && user_id !== vendor_id)
  return people
    .filter(({ user_id }) => !was_opened || user_id !== vendor_id)
    .sort((one, other) => placeOf(one) - placeOf(other))
}

const placeOf = ({ is_founder, ended_at }: Pick<StaffMember, 'is_founder' | 'ended_at'>) =>
  is_founder ? 0 : ended_at === null ? 1 : 2
