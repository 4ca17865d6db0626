import type { Db } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import { createAccount } from '../../accounts/create-account.ts'
import { fieldErrors, staff_form } from '../../accounts/forms.ts'
import { newInvitationLink } from '../../accounts/invitation-link.ts'
import { newToken, type Passwords } from '../../accounts/secrets.ts'
import { kitchen_staff } from '../../accounts/tables.ts'
import type { Clock } from '../../clock.ts'
import type { Announce } from '../../events.ts'
import { kitchenFor } from '../../kitchen-roles.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { isWorking, lockStaff, MOST_STAFF } from './lock-staff.ts'

/** So that nobody fills strangers' mailboxes by it. */
const MOST_INVITED_A_DAY = 10
const DAY_MS = 24 * 3_600_000

export type InviteStaffRefusal =
  | Refused<'fields', Partial<Record<'email' | 'name' | 'role', string>>>
  | Refused<'not_found' | 'vendor_inactive' | 'email_taken' | 'too_many' | 'full', undefined>

/**
 * Invites somebody to work in the kitchen: owners in any role, managers cooks. A mail brings a link that sets the
 * password, works once and for a day. Refused for everybody else, with invalid fields, while the kitchen is not active,
 * for a mail address that has an account, for more than ten in a day, and where thirty work already.
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
    if (staff.filter(({ invited_at }) => invited_at.getTime() > since_ms).length >= MOST_INVITED_A_DAY)
      return refused('too_many')
    const kitchen = { vendor_id: vendor.user_id, role }
    const account = { email, name, role: 'vendor', kitchen, password_hash, email_verified: false } as const
    const user_id = await createAccount(tx, deps.announce, account, now)
    if (!user_id) return refused('email_taken')
    await tx.insert(kitchen_staff).values({ ...kitchen, user_id, invited_by: actor.user_id, invited_at: now })
    const { id, token, expires_at } = await newInvitationLink(tx, { user_id, email }, now)
    const invited = { name, role, by: actor.email, kitchen: vendor.name ?? '' }
    await deps.announce(tx, { kind: 'staff_invited', link: { id, email, expires_at }, invited, token }, now)
    return accepted({ email })
  })
}
