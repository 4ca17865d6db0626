import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '../../../db/handle.ts'
import { type Actor, moverOf } from '../../accounts/actor.ts'
import { createAccount } from '../../accounts/create-account.ts'
import { fieldErrors, staff_form } from '../../accounts/forms.ts'
import { newInvitationLink } from '../../accounts/invitation-link.ts'
import { loginWords, nigerianPhone } from '../../accounts/phone-login.ts'
import { newToken, type Passwords } from '../../accounts/secrets.ts'
import { kitchen_staff, users } from '../../accounts/tables.ts'
import { DAY_MS } from '../../clock.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { kitchenFor } from '../../kitchen-roles.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { recordDeed } from '../kitchen-history.ts'
import { inviteByPhone, invitedLine, NO_HOLDS_MS, textedSince } from './invite-by-phone.ts'
import { isFounder, isWorking, lockStaff, MOST_STAFF, type StaffRow } from './lock-staff.ts'

/** So that nobody fills strangers' mailboxes by it. */
const MOST_INVITED_A_DAY = 10
/** How long somebody who has an account may agree. */
const ASKED_DAYS = 7

export type InviteStaffRefusal =
  | Refused<'fields', Partial<Record<'email' | 'name' | 'role', string>>>
  | Refused<'not_found' | 'vendor_inactive' | 'email_taken' | 'works_here', undefined>
  | Refused<'said_no' | 'too_many' | 'too_many_texts' | 'full', undefined>

/**
 * Invites somebody to work in the kitchen: owners in any role, managers cooks. A mail brings a link that sets the
 * password, works once and for a day. Whoever works in another kitchen already is asked by mail, agrees or not with
 * their own account, and has a week for it; of the same kitchen they get one mail in a day, also where it took its
 * invitation back meanwhile. Refused for everybody else, with invalid fields, while the kitchen is not active, for a
 * mail address whose account is no kitchen's or whose owner works or worked here, for whoever said no within a week,
 * for more than ten in a day, and where thirty work already. In place of the mail address a Nigerian phone number gets
 * the link by text message (`inviteByPhone`).
 */
export async function inviteStaff(
  deps: AnnouncingDeps & { passwords: Passwords },
  actor: Actor,
  input: { email: string; name: string; role: string },
): Promise<Accepted<{ email: string }> | InviteStaffRefusal> {
  if (!kitchenFor(actor, 'manage_cooks')) return refused('not_found')
  const phone = nigerianPhone(input.email)
  const form = staff_form.safeParse(phone === null ? input : { ...input, email: undefined })
  if (!form.success) return refused('fields', invitedErrors(input.email, form.error))
  const { email = '', name, role } = form.data
  const password_hash = await deps.passwords.hash(newToken())
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const locked = await lockStaff(tx, actor)
    if (!locked?.manages(role)) return refused('not_found')
    const { vendor, staff } = locked
    if (vendor.status !== 'Active') return refused('vendor_inactive')
    if (staff.filter(isWorking).length >= MOST_STAFF) return refused('full')
    const since = new Date(now.getTime() - DAY_MS)
    const today = staff.filter((row) => !isFounder(row) && row.invited_at > since)
    const others = await textedSince(tx, vendor.user_id, since, phone)
    if (today.length + others >= MOST_INVITED_A_DAY) return refused('too_many')
    if (phone !== null) return inviteByPhone(tx, deps.announce, { locked, actor, phone, name, role, now })
    const record = () => recordDeed(tx, vendor.user_id, moverOf(actor), invitedLine(name, role), now)
    const kitchen = { vendor_id: vendor.user_id, role }
    const account = { email, name, role: 'vendor', kitchen, password_hash, email_verified: false } as const
    const user_id = await createAccount(tx, deps.announce, account, now)
    if (!user_id) {
      const asked = await askKnown(tx, { email, vendor_id: vendor.user_id, staff, now })
      if (!asked.ok) return asked
      const { known, asked_at, is_open } = asked.value
      const was_asked_today = asked_at !== null && asked_at > since
      if (was_asked_today && is_open) return accepted({ email })
      const until = new Date(now.getTime() + ASKED_DAYS * DAY_MS)
      const row = {
        role,
        invited_by: actor.user_id,
        // When the mail went: what is taken back and asked again counts once, and goes on counting.
        invited_at: was_asked_today ? asked_at : now,
        ended_at: null,
        ended_by: null,
        asked_until: until,
      }
      await tx
        .insert(kitchen_staff)
        .values({ vendor_id: vendor.user_id, user_id: known, ...row })
        .onConflictDoUpdate({ target: [kitchen_staff.vendor_id, kitchen_staff.user_id], set: row })
      await record()
      if (was_asked_today) return accepted({ email })
      const asks = { role, by: loginWords(actor.email), kitchen: vendor.name ?? '', until }
      const person = { user_id: known, email, vendor_id: vendor.user_id }
      await deps.announce(tx, { kind: 'staff_asked', person, asks }, now)
      return accepted({ email })
    }
    await tx.insert(kitchen_staff).values({ ...kitchen, user_id, invited_by: actor.user_id, invited_at: now })
    await record()
    const { id, token, expires_at } = await newInvitationLink(tx, { user_id, email }, now)
    const invited = { name, role, by: loginWords(actor.email), kitchen: vendor.name ?? '' }
    await deps.announce(tx, { kind: 'staff_invited', link: { id, email, expires_at }, invited, token }, now)
    return accepted({ email })
  })
}

function invitedErrors(typed: string, error: z.ZodError) {
  const errors = fieldErrors<'email' | 'name' | 'role'>(error)
  const is_number = /^[\d\s()+.-]+$/.test(typed)
  return is_number ? { ...errors, email: 'This is no Nigerian number. Is it complete?' } : errors
}

/** Whose account it is that may be asked, when this kitchen asked them last, and whether it took that back since. */
async function askKnown(
  tx: Tx,
  { email, vendor_id, staff, now }: { email: string; vendor_id: string; staff: StaffRow[]; now: Date },
): Promise<
  | Accepted<{ known: string; asked_at: Date | null; is_open: boolean }>
  | Refused<'email_taken' | 'works_here' | 'said_no', undefined>
> {
  const [user] = await tx.select({ id: users.id, role: users.role }).from(users).where(eq(users.email, email))
  if (user?.role !== 'vendor') return refused('email_taken')
  const row = staff.find(({ user_id }) => user_id === user.id)
  if (user.id === vendor_id || (row && row.asked_until === null)) return refused('works_here')
  const said_no_at = row?.ended_by === user.id ? row.ended_at : null
  if (said_no_at && said_no_at.getTime() > now.getTime() - NO_HOLDS_MS) return refused('said_no')
  return accepted({ known: user.id, asked_at: row?.invited_at ?? null, is_open: row?.ended_at === null })
}
