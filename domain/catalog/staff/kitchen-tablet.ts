import { and, desc, eq, gt, isNull, or } from 'drizzle-orm'
import { z } from 'zod'
import type { Db, Tx } from '../../../db/handle.ts'
import { type Actor, moverOf } from '../../accounts/actor.ts'
import type { SignedIn } from '../../accounts/find-actor.ts'
import { loginWords } from '../../accounts/phone-login.ts'
import { kitchen_pins, kitchen_staff, kitchen_tablets, sessions, users } from '../../accounts/tables.ts'
import { beginTablet } from '../../accounts/tablet-sessions.ts'
import { worksNow } from '../../accounts/works-now.ts'
import type { Deps } from '../../events.ts'
import { type ActingRole, kitchenFor } from '../../kitchen-roles.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { recordDeed } from '../kitchen-history.ts'

/** After so many minutes without a change, the tablet asks again who is there. */
export const QUIET_MINUTES = 5

/** Until when the tablet believes whoever is there, if they change nothing more. */
export const quietFrom = (now: Date): Date => new Date(now.getTime() + QUIET_MINUTES * 60_000)

/**
 * Begins a session that is the tablet of the kitchen in front, until it is logged out: everybody there says who they
 * are before they change something. Answers what the tablet's cookie has to hold. Refused for who decides about nobody
 * there, and while nobody has a PIN.
 */
export async function makeTablet(
  { db, clock }: Deps,
  actor: Actor,
): Promise<Accepted<{ session_id: string; secret: string }> | Refused<'not_found' | 'no_pins', undefined>> {
  const vendor_id = kitchenFor(actor, 'manage_cooks')
  if (vendor_id === null) return refused('not_found')
  if ((await peopleOfTablet(db, vendor_id)).length === 0) return refused('no_pins')
  const { user_id } = actor
  const now = clock.now()
  return db.transaction(async (tx) => {
    const begun = await beginTablet(tx, { user_id, vendor_id }, now)
    await recordDeed(tx, vendor_id, moverOf(actor), { did: 'tablet_made' }, now)
    return accepted(begun)
  })
}

/** The tablets of the kitchen of who asks, the newest first: who made each, when, and when it was last seen. */
export async function tabletsOf(db: Db, actor: Actor, now: Date) {
  const vendor_id = kitchenFor(actor, 'manage_cooks')
  if (vendor_id === null) return []
  const rows = await db
    .select({
      session_id: sessions.id,
      made_at: sessions.created_at,
      seen_at: sessions.updated_at,
      name: users.name,
      email: users.email,
    })
    .from(kitchen_tablets)
    .innerJoin(sessions, eq(sessions.id, kitchen_tablets.session_id))
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(and(eq(kitchen_tablets.vendor_id, vendor_id), gt(sessions.expires_at, now)))
    .orderBy(desc(sessions.created_at))
  return rows.map(({ name, email, ...tablet }) => ({ ...tablet, made_by: name || loginWords(email) }))
}

/**
 * Logs a tablet of the kitchen out, whoever made it. Refused for who decides about nobody there, and for another
 * kitchen's. Safe to repeat.
 */
export async function endTabletOf(
  { db, clock }: Deps,
  actor: Actor,
  session_id: string,
): Promise<Accepted<undefined> | Refused<'not_found', undefined>> {
  const vendor_id = kitchenFor(actor, 'manage_cooks')
  if (vendor_id === null || !z.uuid().safeParse(session_id).success) return refused('not_found')
  return db.transaction(async (tx) => {
    const here = and(eq(kitchen_tablets.session_id, session_id), eq(kitchen_tablets.vendor_id, vendor_id))
    const [tablet] = await tx.select().from(kitchen_tablets).where(here).for('no key update')
    if (!tablet) return refused('not_found')
    await tx.delete(sessions).where(eq(sessions.id, session_id))
    await recordDeed(tx, vendor_id, moverOf(actor), { did: 'tablet_ended' }, clock.now())
    return accepted(undefined)
  })
}

/** Who can say that they are at the kitchen's tablet: all who work there now and have a PIN, by name. */
export async function peopleOfTablet(db: Db | Tx, vendor_id: string, user_id?: string) {
  const rows = await db
    .select({
      user_id: users.id,
      name: users.name,
      email: users.email,
      role: kitchen_staff.role,
      pin_length: kitchen_pins.pin_length,
    })
    .from(kitchen_pins)
    .innerJoin(users, and(eq(users.id, kitchen_pins.user_id), isNull(users.suspended_at)))
    .leftJoin(kitchen_staff, and(eq(kitchen_staff.user_id, users.id), eq(kitchen_staff.vendor_id, vendor_id)))
    .where(
      and(
        eq(kitchen_pins.vendor_id, vendor_id),
        user_id === undefined ? undefined : eq(kitchen_pins.user_id, user_id),
        worksNow(),
        or(eq(users.id, vendor_id), eq(kitchen_staff.user_id, users.id)),
      ),
    )
    .orderBy(users.name, users.email)
  return rows.map(({ role, name, ...person }) => ({
    ...person,
    name: name || loginWords(person.email),
    // What is for owners alone is done with a login of their own.
    role: (role === 'cook' ? 'cook' : 'tablet') satisfies ActingRole as ActingRole,
  }))
}

/** Whoever was at the tablet is done. Safe to repeat. */
export async function leaveTablet({ db }: { db: Db }, session_id: string): Promise<void> {
  await db
    .update(kitchen_tablets)
    .set({ present_id: null, present_until: null })
    .where(eq(kitchen_tablets.session_id, session_id))
}

/**
 * Who is signed in at a kitchen's tablet, as the one who is there by their PIN; as nobody, who only looks, where nobody
 * is or the quiet minutes are over. What `is_change` begins the quiet minutes anew.
 */
export async function signedInAtTablet(
  { db, clock }: Deps,
  signed_in: SignedIn,
  { session_id, is_change }: { session_id: string; is_change: boolean },
): Promise<SignedIn> {
  const vendor_id = signed_in.tablet?.vendor_id
  if (vendor_id === undefined) return signed_in
  const now = clock.now()
  const [tablet] = await db
    .select({ present_id: kitchen_tablets.present_id, until: kitchen_tablets.present_until })
    .from(kitchen_tablets)
    .where(and(eq(kitchen_tablets.session_id, session_id), gt(kitchen_tablets.present_until, now)))
  if (!tablet?.present_id || !tablet.until) return signed_in
  const [person] = await peopleOfTablet(db, vendor_id, tablet.present_id)
  if (!person) return signed_in
  const until = is_change ? quietFrom(now) : tablet.until
  if (is_change) {
    await db
      .update(kitchen_tablets)
      .set({ present_until: until })
      .where(and(eq(kitchen_tablets.session_id, session_id), eq(kitchen_tablets.present_id, person.user_id)))
  }
  const { user_id, email, name, role } = person
  return {
    ...signed_in,
    actor: { user_id, role: 'vendor', email, kitchen: { vendor_id, role } },
    name,
    tablet: { vendor_id, present: { user_id, name, until } },
  }
}
