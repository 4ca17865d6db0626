import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import { createAccount } from '../../accounts/create-account.ts'
import { fieldErrors, staff_form } from '../../accounts/forms.ts'
import { newInvitationLink } from '../../accounts/invitation-link.ts'
import { newToken, type Passwords } from '../../accounts/secrets.ts'
import { kitchen_staff, users } from '../../accounts/tables.ts'
import type { Clock } from '../../clock.ts'
import type { Announce } from '../../events.ts'
import { kitchenFor } from '../../kitchen-roles.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { isFounder, isWorking, lockStaff, MOST_STAFF, type StaffRow } from './lock-staff.ts'

/** So that nobody fills strangers' mailboxes by it. */
const MOST_INVITED_A_DAY = 10
const DAY_MS = 24 * 3_600_000
/** How long somebody who has an account may agree. */
const ASKED_DAYS = 7

export type InviteStaffRefusal =
  | Refused<'fields', Partial<Record<'email' | 'name' | 'role', string>>>
  | Refused<'not_found' | 'vendor_inactive' | 'email_taken' | 'works_here' | 'too_many' | 'full', undefined>

/**
 * Invites somebody to work in the kitchen: owners in any role, managers cooks. A mail brings a link that sets the
 * password, works once and for a day. Whoever works in another kitchen already is asked by mail, agrees or not with
 * their own account, and has a week for it. Refused for everybody else, with invalid fields, while the kitchen is not
 * active, for a mail address whose account is no kitchen's or whose owner works or worked here, for more than ten in a
 * day, and where thirty work already.
 */
export async function inviteStaff(
  deps: { db: Db; clock: Clock; passwords: Passwords; announce: Announce },
  actor: Actor,
  input: { email: string; name: string; role: string },
): Promise<Accepted<{ email: string }> | InviteStaffRefusal> {
  if (!kitchenFor(actor, 'manage_cooks')) return refused('not_found')
  const form = staff_form.safeParse(input)
  if (!form.success) return refused('fields', fieldErrors<'email' | 'name' | 'role'>(form.error))
  const { email, name, role } = form.data
  const password_hash = await deps.passwords.hash(newToken())
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const locked = await lockStaff(tx, actor)
    if (!locked?.manages(role)) return refused('not_found')
    const { vendor, staff } = locked
    if (vendor.status !== 'Active') return refused('vendor_inactive')
    if (staff.filter(isWorking).length >= MOST_STAFF) return refused('full')
    const since_ms = now.getTime() - DAY_MS
    const today = staff.filter((row) => !isFounder(row) && row.invited_at.getTime() > since_ms)
    if (today.length >= MOST_INVITED_A_DAY) return refused('too_many')
    const kitchen = { vendor_id: vendor.user_id, role }
    const account = { email, name, role: 'vendor', kitchen, password_hash, email_verified: false } as const
    const user_id = await createAccount(tx, deps.announce, account, now)
    if (!user_id) {
      const asked = await askKnown(tx, { email, vendor_id: vendor.user_id, staff, today })
      if (!asked.ok) return asked
      const { known } = asked.value
      if (!known) return accepted({ email })
      const until = new Date(now.getTime() + ASKED_DAYS * DAY_MS)
      const row = {
        role,
        invited_by: actor.user_id,
        invited_at: now,
        ended_at: null,
        ended_by: null,
        asked_until: until,
      }
      await tx
        .insert(kitchen_staff)
        .values({ vendor_id: vendor.user_id, user_id: known, ...row })
        .onConflictDoUpdate({ target: [kitchen_staff.vendor_id, kitchen_staff.user_id], set: row })
      const asks = { role, by: actor.email, kitchen: vendor.name ?? '', until }
      const person = { user_id: known, email, vendor_id: vendor.user_id }
      await deps.announce(tx, { kind: 'staff_asked', person, asks }, now)
      return accepted({ email })
    }
    await tx.insert(kitchen_staff).values({ ...kitchen, user_id, invited_by: actor.user_id, invited_at: now })
    const { id, token, expires_at } = await newInvitationLink(tx, { user_id, email }, now)
    const invited = { name, role, by: actor.email, kitchen: vendor.name ?? '' }
    await deps.announce(tx, { kind: 'staff_invited', link: { id, email, expires_at }, invited, token }, now)
    return accepted({ email })
  })
}

/**
 * Whose account it is that may be asked; null where they were asked within the last day, and so are asked no second
 * time.
 */
async function askKnown(
  tx: Tx,
  { email, vendor_id, staff, today }: { email: string; vendor_id: string; staff: StaffRow[]; today: StaffRow[] },
): Promise<Accepted<{ known: string | null }> | Refused<'email_taken' | 'works_here', undefined>> {
  const [user] = await tx.select({ id: users.id, role: users.role }).from(users).where(eq(users.email, email))
  if (user?.role !== 'vendor') return refused('email_taken')
  const row = staff.find(({ user_id }) => user_id === user.id)
  if (user.id === vendor_id || (row && row.asked_until === null)) return refused('works_here')
  const is_fresh = today.some(({ user_id, ended_at }) => user_id === user.id && ended_at === null)
  return accepted({ known: is_fresh ? null : user.id })
}
