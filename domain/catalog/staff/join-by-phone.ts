import { eq } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import { createAccount } from '../../accounts/create-account.ts'
import { fieldErrors, invited_form } from '../../accounts/forms.ts'
import { askMailLink } from '../../accounts/mail-links.ts'
import { whyUnsafe } from '../../accounts/password-safety.ts'
import { phoneLogin } from '../../accounts/phone-login.ts'
import { isRegisteredAgain } from '../../accounts/register-account.ts'
import type { Passwords } from '../../accounts/secrets.ts'
import { kitchen_invitations, kitchen_staff } from '../../accounts/tables.ts'
import type { Announce, Deps } from '../../events.ts'
import { rightToManage, roleMay } from '../../kitchen-roles.ts'
import { formatPhone } from '../../phone.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { lockVendor } from '../own-vendor.ts'
import { vendors } from '../tables.ts'
import { invitationHash, isOpen, type PhoneInvitation } from './invite-by-phone.ts'
import { isWorking, MOST_STAFF, roleOfStaff, type StaffRow } from './lock-staff.ts'
import { keepOwnPlace } from './own-place.ts'

type Joined = Accepted<{ vendor_id: string }>
type NotOpen = Refused<'over' | 'full', undefined>

const byToken = (token: string) => eq(kitchen_invitations.token_hash, invitationHash(token))

/** The invitation behind a texted link, and whether it still stands; null for what was never one. */
export async function phoneInvitation({ db, clock }: Deps, token: string) {
  const [found] = await db
    .select({ invitation: kitchen_invitations, kitchen: vendors.name, status: vendors.status })
    .from(kitchen_invitations)
    .innerJoin(vendors, eq(vendors.user_id, kitchen_invitations.vendor_id))
    .where(byToken(token))
  if (!found) return null
  const { invitation, kitchen, status } = found
  const { vendor_id, name, role, phone, expires_at, joined_id } = invitation
  const is_open = status === 'Active' && isOpen(invitation, clock.now())
  return { vendor_id, kitchen: kitchen ?? '', name, role, phone: formatPhone(phone), expires_at, joined_id, is_open }
}

/**
 * Somebody with a kitchen's login joins by a texted link. Refused where the link is none, was used by somebody else,
 * answered or taken back, or is older than a day; where who invited decides about such a role no more; for who works
 * here, or did; and where thirty work already. What is refused leaves the link as it was. Safe to repeat. Locks the
 * kitchen.
 */
export async function joinByPhone(
  { db, clock }: Deps,
  { user_id }: Actor,
  token: string,
): Promise<Joined | NotOpen | Refused<'works_here' | 'ended', undefined>> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const locked = await lockInvitation(tx, token)
    if (locked?.invitation.joined_id === user_id) return accepted({ vendor_id: locked.invitation.vendor_id })
    if (!locked || !stands(locked, now)) return refused('over')
    const { invitation, staff } = locked
    const own = staff.find((row) => row.user_id === user_id)
    if (user_id === invitation.vendor_id || (own && isWorking(own))) return refused('works_here')
    // Who was ended is let in again by name, and not by a link that they sent to themselves.
    if (own && own.asked_until === null) return refused('ended')
    if (staff.filter(isWorking).length >= MOST_STAFF) return refused('full')
    await keepOwnPlace(tx, user_id)
    await join(tx, invitation, user_id, now)
    return accepted({ vendor_id: invitation.vendor_id })
  })
}

/**
 * Somebody without a login makes one by a texted link, and works in that kitchen alone. Without a mail address they log
 * in with the phone number to which the link went. Answers with what they log in. Refused as above, with invalid
 * fields, and for an address or a number that has a login already. Safe to press twice.
 */
export async function registerByPhone(
  deps: Deps & { passwords: Passwords; announce: Announce },
  token: string,
  input: { email: string; password: string },
): Promise<
  | Accepted<{ email: string }>
  | NotOpen
  | Refused<'fields', Partial<Record<'email' | 'password', string>>>
  | Refused<'email_taken', undefined>
> {
  const { db, clock, passwords, announce } = deps
  const form = invited_form.safeParse({ ...input, email: input.email.trim() })
  if (!form.success) return refused('fields', fieldErrors<'email' | 'password'>(form.error))
  const [found] = await db.select().from(kitchen_invitations).where(byToken(token))
  if (!found) return refused('over')
  const { password } = form.data
  const email = form.data.email || phoneLogin(found.phone)
  const unsafe = whyUnsafe(password, email) ?? whyUnsafe(password, phoneLogin(found.phone))
  if (unsafe) return refused('fields', { password: unsafe })
  const now = clock.now()
  const password_hash = await passwords.hash(password)
  const made = await db.transaction(async (tx) => {
    const locked = await lockInvitation(tx, token)
    if (!locked || !stands(locked, now)) return refused('over')
    const { invitation, staff } = locked
    if (staff.filter(isWorking).length >= MOST_STAFF) return refused('full')
    const { vendor_id, role, name } = invitation
    // Whoever has the link has the phone.
    const account = { email, name, role: 'vendor', password_hash, email_verified: form.data.email === '' } as const
    const user_id = await createAccount(tx, announce, { ...account, kitchen: { vendor_id, role } }, now)
    if (!user_id) return refused('email_taken')
    await join(tx, invitation, user_id, now)
    if (form.data.email) await askMailLink(tx, { purpose: 'confirm_mail', email, now })
    return accepted({ email })
  })
  const is_repeated =
    !made.ok && made.reason === 'over' && (await isRegisteredAgain(deps, { email, password, role: 'vendor' }, now))
  return is_repeated ? accepted({ email }) : made
}

/** Whoever has the link says no; the kitchen asks that number again in a week at the soonest. Safe to repeat. */
export async function declineByPhone({ db, clock }: Deps, token: string): Promise<void> {
  await db.transaction(async (tx) => {
    const locked = await lockInvitation(tx, token)
    if (!locked || !isOpen(locked.invitation, clock.now())) return
    await tx.update(kitchen_invitations).set({ declined_at: clock.now() }).where(byToken(token))
  })
}

type Locked = { invitation: PhoneInvitation; is_active: boolean; staff: StaffRow[] }

async function lockInvitation(tx: Tx, token: string): Promise<Locked | null> {
  const [found] = await tx.select().from(kitchen_invitations).where(byToken(token))
  const vendor = found && (await lockVendor(tx, found.vendor_id))
  if (!vendor) return null
  // Again, since it may have been answered while this waited.
  const [invitation] = await tx.select().from(kitchen_invitations).where(byToken(token))
  const staff = await tx.select().from(kitchen_staff).where(eq(kitchen_staff.vendor_id, vendor.user_id))
  return invitation ? { invitation, is_active: vendor.status === 'Active', staff } : null
}

/** An invitation is worth no more than who sent it is now. */
function stands({ invitation, is_active, staff }: Locked, now: Date): boolean {
  const { vendor_id, invited_by, role } = invitation
  const inviter = roleOfStaff(vendor_id, staff, invited_by)
  return is_active && isOpen(invitation, now) && inviter !== null && roleMay(inviter, rightToManage(role))
}

async function join(tx: Tx, { vendor_id, role, invited_by, token_hash }: PhoneInvitation, user_id: string, now: Date) {
  const row = { role, invited_by, invited_at: now, ended_at: null, ended_by: null, asked_until: null }
  await tx
    .insert(kitchen_staff)
    .values({ vendor_id, user_id, ...row })
    .onConflictDoUpdate({ target: [kitchen_staff.vendor_id, kitchen_staff.user_id], set: row })
  const mine = eq(kitchen_invitations.token_hash, token_hash)
  await tx.update(kitchen_invitations).set({ joined_at: now, joined_id: user_id }).where(mine)
}
