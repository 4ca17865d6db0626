import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/handle.ts'
import { isAdminRole } from '../admin-roles.ts'
import type { Kitchen } from '../kitchen-roles.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { type Actor, type Role, roles } from './actor.ts'
import { kitchen_staff, kitchen_tablets, sessions, users } from './tables.ts'

export type SignedIn = {
  actor: Actor
  name: string
  two_factor_enabled: boolean
  /** Until when the latest invitation to another kitchen can be answered; null where there is none. */
  asked_until: Date | null
  /** The kitchen's tablet that this session is, and who is there by their PIN; null for one person's session. */
  tablet: { vendor_id: string; present: { user_id: string; name: string; until: Date } | null } | null
}
/** Why nobody may sign in to an account. */
export type ActorRefusal = 'not_found' | 'no_role' | 'unrecognized_role' | 'suspended' | 'no_kitchen'

type Place = {
  staff: typeof kitchen_staff.$inferSelect | null
  is_suspended: boolean
  chosen: string | null
  tablet_of: string | null
}

/** Whoever registered a kitchen: it has the id of their account. */
const founders = alias(users, 'founders')

/**
 * Whose account this is, read afresh for every request, so that a change of role or a suspension holds at once. Who
 * works in several kitchens acts for the one that they chose with the session, else for their own or the first; of a
 * session that is a kitchen's tablet nobody is there (`signedInAtTablet`). Refuses an account without one of our roles,
 * one that is suspended, and one whose owner works in no kitchen any more, or only in suspended ones.
 */
export async function findActor(
  db: Db,
  user_id: string,
  session_id?: string,
): Promise<Accepted<SignedIn> | Refused<ActorRefusal, undefined>> {
  const rows = await db
    .select({
      user: users,
      staff: kitchen_staff,
      is_suspended: isNotNull(founders.suspended_at).mapWith(Boolean),
      chosen: sessions.acts_for,
      tablet_of: kitchen_tablets.vendor_id,
    })
    .from(users)
    .leftJoin(kitchen_staff, eq(kitchen_staff.user_id, users.id))
    .leftJoin(founders, eq(founders.id, kitchen_staff.vendor_id))
    .leftJoin(
      sessions,
      session_id === undefined ? sql`false` : and(eq(sessions.user_id, users.id), eq(sessions.id, session_id)),
    )
    .leftJoin(kitchen_tablets, eq(kitchen_tablets.session_id, sessions.id))
    .where(eq(users.id, user_id))
    .orderBy(kitchen_staff.invited_at, kitchen_staff.vendor_id)
  const user = rows[0]?.user
  if (!user) return refused('not_found')
  const { role, email, name, two_factor_enabled } = user
  if (!role) return refused('no_role')
  if (!isRole(role)) return refused('unrecognized_role')
  const kitchens = role === 'vendor' ? kitchensOf(user, rows) : []
  // Whoever has another kitchen goes on there while their own is suspended.
  if (user.suspended_at && kitchens.length === 0) return refused('suspended')
  // What an older release made an admin has no role among them: it looks on, until an owner gives it one.
  const admin_role = role !== 'admin' ? undefined : isAdminRole(user.admin_role) ? user.admin_role : 'read_only'
  const tablet_of = rows[0]?.tablet_of ?? null
  const kitchen =
    tablet_of === null
      ? (kitchens.find(({ vendor_id }) => vendor_id === rows[0]?.chosen) ?? kitchens[0])
      : nobodyAt(kitchens, tablet_of)
  if (role === 'vendor' && !kitchen) return refused('no_kitchen')
  const several = kitchens.length > 1 && tablet_of === null ? { kitchens } : {}
  return accepted({
    actor: { user_id, role, email, admin_role, kitchen, ...several },
    name,
    two_factor_enabled,
    asked_until: askedUntil(rows),
    tablet: tablet_of === null ? null : { vendor_id: tablet_of, present: null },
  })
}

/** The kitchens in which somebody works now, their own first. */
function kitchensOf({ id, suspended_at }: typeof users.$inferSelect, rows: readonly Place[]): Kitchen[] {
  const places = rows.flatMap(({ staff, is_suspended }) =>
    staff && staff.asked_until === null ? { ...staff, is_suspended } : [],
  )
  if (places.length === 0) return suspended_at ? [] : [{ vendor_id: id, role: 'owner' }]
  return places
    .filter(({ ended_at, is_suspended }) => ended_at === null && !is_suspended)
    .map(({ vendor_id, role }) => ({ vendor_id, role }))
    .sort((one, other) => Number(other.vendor_id === id) - Number(one.vendor_id === id))
}

/** A tablet stays where its login works. */
function nobodyAt(kitchens: readonly Kitchen[], tablet_of: string): Kitchen | undefined {
  return kitchens.some(({ vendor_id }) => vendor_id === tablet_of)
    ? { vendor_id: tablet_of, role: 'nobody' }
    : undefined
}

function askedUntil(rows: readonly Place[]): Date | null {
  const until = rows.flatMap(({ staff }) => (staff?.ended_at === null ? (staff.asked_until ?? []) : []))
  return until.reduce<Date | null>((latest, one) => (latest && latest > one ? latest : one), null)
}

function isRole(text: string): text is Role {
  return roles.some((role) => role === text)
}
