import { and, desc, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import { sessions, users } from '../../accounts/tables.ts'
import { may } from '../../admin-roles.ts'
import { admin_reason } from '../../audit/forms.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { audit_log } from '../../audit/tables.ts'
import type { Clock } from '../../clock.ts'
import type { Deps } from '../../events.ts'
import { ACT_MINUTES } from '../../kitchen-roles.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { lockVendor } from '../own-vendor.ts'
import { vendors } from '../tables.ts'

/** A kitchen that an admin acts for, and until when. */
export type KitchenVisit = { vendor_id: string; name: string | null; until: Date }

/**
 * An admin begins to act for a kitchen, with this session only, for `ACT_MINUTES`; whatever other kitchen the session
 * acted for is left. The kitchen reads the reason, of 3 to 200 characters. Refused: a role without the right, a missing
 * kitchen, and one whose owner is suspended. Locks the vendor, then the session.
 */
export async function beginActing(
  { db, clock }: Deps,
  actor: Actor,
  visit: { session_id: string; vendor_id: string; reason: string },
): Promise<Accepted<undefined> | Refused<'not_found' | 'bad_reason' | 'suspended', undefined>> {
  if (!may(actor, 'act_for_kitchens')) return refused('not_found')
  const reason = admin_reason.safeParse(visit.reason)
  if (!reason.success) return refused('bad_reason')
  const now = clock.now()
  return db.transaction(async (tx) => {
    const vendor = await lockVendor(tx, visit.vendor_id)
    if (!vendor) return refused('not_found')
    const [owner] = await tx
      .select({ suspended_at: users.suspended_at })
      .from(users)
      .where(eq(users.id, vendor.user_id))
    if (!owner || owner.suspended_at) return refused('suspended')
    const session = await lockSession(tx, actor, visit.session_id)
    if (!session) return refused('not_found')
    if (session.acts_for && session.acts_for !== vendor.user_id) await noteLeft(tx, actor, session.acts_for, now)
    const until = new Date(now.getTime() + ACT_MINUTES * 60_000)
    await tx.update(sessions).set({ acts_for: vendor.user_id, acts_until: until }).where(eq(sessions.id, session.id))
    await recordAudit(tx, {
      actor,
      action: 'kitchen_entered',
      subject: `vendor:${vendor.user_id}`,
      after: { until: until.toISOString() },
      reason: reason.data,
      now,
    })
    return accepted(undefined)
  })
}

/** The admin stops; answers which kitchen it was, null where it was none. Safe to repeat. */
export async function stopActing({ db, clock }: Deps, actor: Actor, session_id: string): Promise<string | null> {
  return db.transaction(async (tx) => {
    const session = await lockSession(tx, actor, session_id)
    if (!session?.acts_for) return null
    await tx.update(sessions).set({ acts_for: null, acts_until: null }).where(eq(sessions.id, session.id))
    await noteLeft(tx, actor, session.acts_for, clock.now())
    return session.acts_for
  })
}

/**
 * The kitchen that an admin acts for with this session: asked with every request, so that the end of the time, of the
 * right or of the kitchen holds at once. Null where it is none.
 */
export async function kitchenVisit(
  { db, clock }: Deps,
  actor: Actor,
  session_id: string,
): Promise<KitchenVisit | null> {
  if (!may(actor, 'act_for_kitchens')) return null
  const [found] = await db
    .select({ vendor_id: vendors.user_id, name: vendors.name, until: sessions.acts_until })
    .from(sessions)
    .innerJoin(vendors, eq(vendors.user_id, sessions.acts_for))
    .innerJoin(users, and(eq(users.id, sessions.acts_for), isNull(users.suspended_at)))
    .where(and(eq(sessions.id, session_id), eq(sessions.user_id, actor.user_id), gt(sessions.acts_until, clock.now())))
  return found?.until ? { ...found, until: found.until } : null
}

/** What is done for a kitchen, in words ("Said what is sold out"), and what it is about, if that has a name. */
type Act = { did: string; about?: string | undefined }

/** Writes down what an admin is about to do for a kitchen: before it is done, so that nothing is done unwritten. */
export async function recordAct({ db, clock }: Deps, actor: Actor, vendor_id: string, act: Act): Promise<void> {
  await record(db, clock, actor, vendor_id, 'kitchen_acted_for', act)
}

/** Writes down that nothing came of the last one. */
export async function recordRefusedAct({ db, clock }: Deps, actor: Actor, vendor_id: string, act: Act): Promise<void> {
  await record(db, clock, actor, vendor_id, 'kitchen_act_refused', act)
}

async function record(
  db: Db,
  clock: Clock,
  actor: Actor,
  vendor_id: string,
  action: 'kitchen_acted_for' | 'kitchen_act_refused',
  { did, about }: Act,
): Promise<void> {
  const after = about === undefined ? { did } : { did, about }
  const entry = { actor, action, subject: `vendor:${vendor_id}`, after, now: clock.now() }
  await db.transaction((tx) => recordAudit(tx, entry))
}

const shown = ['kitchen_entered', 'kitchen_acted_for', 'kitchen_act_refused'] as const
const MOST_SHOWN = 60

/** What was done for a kitchen, or that somebody looked in, and why; `who` is the admin's name, empty without one. */
export type DoneForKitchen = {
  id: number
  who: string
  did: string | null
  about: string | null
  why: string | null
  at: Date
}

/** The latest things that admins did for a kitchen, newest first; what was refused is left out. */
export async function doneForKitchen(db: Db, vendor_id: string): Promise<DoneForKitchen[]> {
  const rows = await db
    .select({ entry: audit_log, name: users.name })
    .from(audit_log)
    .leftJoin(users, eq(users.id, audit_log.user_id))
    .where(and(eq(audit_log.subject, `vendor:${vendor_id}`), inArray(audit_log.action, [...shown])))
    .orderBy(desc(audit_log.id))
    .limit(MOST_SHOWN)
  // What one person does comes one after the other, so a refusal is about the entry of theirs before it.
  const refused_by = new Set<string | null>()
  return rows.flatMap(({ entry, name }) => {
    if (entry.action === 'kitchen_act_refused') {
      refused_by.add(entry.user_id)
      return []
    }
    if (entry.action === 'kitchen_acted_for' && refused_by.delete(entry.user_id)) return []
    const { did = null, about = null } = (entry.after ?? {}) as Partial<Act>
    return [{ id: entry.id, who: name ?? '', did, about, why: entry.reason, at: entry.acted_at }]
  })
}

async function lockSession(tx: Tx, actor: Actor, session_id: string) {
  const [session] = await tx
    .select()
    .from(sessions)
    .where(and(eq(sessions.id, session_id), eq(sessions.user_id, actor.user_id)))
    .for('no key update')
  return session ?? null
}

async function noteLeft(tx: Tx, actor: Actor, vendor_id: string, now: Date): Promise<void> {
  await recordAudit(tx, { actor, action: 'kitchen_left', subject: `vendor:${vendor_id}`, now })
}
