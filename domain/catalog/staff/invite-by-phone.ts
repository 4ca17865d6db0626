import { and, desc, eq, gt, isNull, ne } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import { type Actor, moverOf } from '../../accounts/actor.ts'
import { phoneLogin } from '../../accounts/phone-login.ts'
import { fingerprint, newToken } from '../../accounts/secrets.ts'
import { kitchen_invitations } from '../../accounts/tables.ts'
import { DAY_MS } from '../../clock.ts'
import type { Announce, Deps } from '../../events.ts'
import { type KitchenRole, kitchen_roles, kitchenFor } from '../../kitchen-roles.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { type DeedLine, recordDeed } from '../kitchen-history.ts'
import { type LockedStaff, lockStaff } from './lock-staff.ts'

export type PhoneInvitation = typeof kitchen_invitations.$inferSelect

/** How long the link works. */
const LINK_MS = DAY_MS
/** For how long the same kitchen does not ask somebody again who said no. */
export const NO_HOLDS_MS = 7 * DAY_MS
/** So many text messages a day get one number from one kitchen: the invitation, and twice again. */
const MOST_TEXTS = 3
/** Within this time the same again is a second press of the button. */
const SAME_PRESS_MS = 60_000

/** By what a link is found: the table's reader cannot use it. */
export const invitationHash = (token: string): string => fingerprint('kitchen_invitation', token)

/** What the kitchen's history says of an invitation. */
export const invitedLine = (name: string, role: KitchenRole): DeedLine => ({
  did: 'invited',
  about: name,
  after: kitchen_roles[role].name,
})

/** Whether it was neither used nor answered nor taken back, nor is too old. */
export const isOpen = ({ joined_at, declined_at, withdrawn_at, expires_at }: PhoneInvitation, now: Date): boolean =>
  joined_at === null && declined_at === null && withdrawn_at === null && expires_at > now

/** To how many numbers, besides this one, the kitchen sent invitations since then by which nobody joined. */
export function textedSince(tx: Tx, vendor_id: string, since: Date, phone: string | null): Promise<number> {
  const of_kitchen = and(eq(kitchen_invitations.vendor_id, vendor_id), gt(kitchen_invitations.invited_at, since))
  const others = and(ne(kitchen_invitations.phone, phone ?? ''), isNull(kitchen_invitations.joined_at))
  return tx.$count(kitchen_invitations, and(of_kitchen, others))
}

/**
 * Invites whoever has this Nigerian phone number (E.164), in the caller's commit and behind its lock: a text message
 * brings a link, which works once and for a day, and in place of which a newer one comes. Refused for who said no
 * within a week, for a fourth text in a day, and while the number has an invitation about which `actor` decides
 * nothing. Safe to press twice.
 */
export async function inviteByPhone(
  tx: Tx,
  announce: Announce,
  asked: { locked: LockedStaff; actor: Actor; phone: string; name: string; role: KitchenRole; now: Date },
): Promise<Accepted<{ email: string }> | Refused<'said_no' | 'too_many_texts' | 'not_found', undefined>> {
  const { locked, actor, phone, name, role, now } = asked
  const { vendor } = locked
  const vendor_id = vendor.user_id
  const [known] = await tx.select().from(kitchen_invitations).where(toNumber(vendor_id, phone))
  if (known && isOpen(known, now) && !locked.manages(known.role)) return refused('not_found')
  if (known && isOpen(known, now) && isSamePress(known, asked)) return accepted({ email: phoneLogin(phone) })
  if (known?.declined_at && now.getTime() - known.declined_at.getTime() < NO_HOLDS_MS) return refused('said_no')
  const is_same_day = known !== undefined && now.getTime() - known.invited_at.getTime() < DAY_MS
  if (is_same_day && known.texts >= MOST_TEXTS) return refused('too_many_texts')
  const token = newToken(16)
  const expires_at = new Date(now.getTime() + LINK_MS)
  const row = {
    name,
    role,
    invited_by: actor.user_id,
    ...(is_same_day ? { invited_at: known.invited_at, texts: known.texts + 1 } : { invited_at: now, texts: 1 }),
    sent_at: now,
    token_hash: invitationHash(token),
    expires_at,
    ...{ joined_at: null, joined_id: null, declined_at: null, withdrawn_at: null },
  }
  await tx
    .insert(kitchen_invitations)
    .values({ vendor_id, phone, ...row })
    .onConflictDoUpdate({ target: [kitchen_invitations.vendor_id, kitchen_invitations.phone], set: row })
  await recordDeed(tx, vendor_id, moverOf(actor), invitedLine(name, role), now)
  const link = { id: row.token_hash, phone, expires_at }
  await announce(tx, { kind: 'staff_texted', link, invited: { name, role, kitchen: vendor.name ?? '' }, token }, now)
  return accepted({ email: phoneLogin(phone) })
}

const isSamePress = (known: PhoneInvitation, { name, role, now }: { name: string; role: KitchenRole; now: Date }) =>
  known.name === name && known.role === role && now.getTime() - known.sent_at.getTime() < SAME_PRESS_MS

const toNumber = (vendor_id: string, phone: string) =>
  and(eq(kitchen_invitations.vendor_id, vendor_id), eq(kitchen_invitations.phone, phone))

/**
 * Takes an invitation by text message back: its link works no more. Who may is said at `inviteStaff`. Refused where
 * nothing waits for that number. Safe to repeat. Locks the kitchen.
 */
export async function withdrawInvitation(
  { db, clock }: Deps,
  actor: Actor,
  phone: string,
): Promise<Accepted<undefined> | Refused<'not_found', undefined>> {
  return db.transaction(async (tx) => {
    const locked = await lockStaff(tx, actor)
    if (!locked) return refused('not_found')
    const known = toNumber(locked.vendor.user_id, phone)
    const [row] = await tx.select().from(kitchen_invitations).where(known)
    if (!row || row.joined_at || !locked.manages(row.role)) return refused('not_found')
    if (row.withdrawn_at !== null) return accepted(undefined)
    const now = clock.now()
    await tx.update(kitchen_invitations).set({ withdrawn_at: now }).where(known)
    await recordDeed(tx, locked.vendor.user_id, moverOf(actor), { did: 'uninvited', about: row.name }, now)
    return accepted(undefined)
  })
}

/** Who was invited by text message and has neither joined, nor said no, nor was uninvited; the newest first. */
export async function invitedByPhone(db: Db, actor: Actor): Promise<PhoneInvitation[]> {
  const vendor_id = kitchenFor(actor, 'manage_cooks')
  if (vendor_id === null) return []
  const { joined_at, declined_at, withdrawn_at, sent_at } = kitchen_invitations
  return db
    .select()
    .from(kitchen_invitations)
    .where(
      and(
        eq(kitchen_invitations.vendor_id, vendor_id),
        ...[joined_at, declined_at, withdrawn_at].map((column) => isNull(column)),
      ),
    )
    .orderBy(desc(sent_at))
}
