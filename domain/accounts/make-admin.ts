import type { Tx } from '../../db/handle.ts'
import { type AdminRole, may } from '../admin-roles.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Announce, AnnouncingDeps } from '../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import type { Actor } from './actor.ts'
import { createAccount } from './create-account.ts'
import { admin_form, fieldErrors, invitation_form } from './forms.ts'
import { newInvitationLink } from './invitation-link.ts'
import { whyUnsafe } from './password-safety.ts'
import { newToken, type Passwords } from './secrets.ts'

type AdminField = 'email' | 'name' | 'password' | 'admin_role'
export type MakeAdminRefusal =
  | Refused<'fields', Partial<Record<AdminField, string>>>
  | Refused<'email_taken', undefined>

/** `link` is null where a password was given. */
export type NewAdmin = { email: string; link: { token: string; expires_at: Date } | null }

type MakeDeps = AnnouncingDeps & { passwords: Passwords }

/**
 * Makes an owner, the admin who may do everything (docs/product.md#admins). Only the command `npm run admin:create`
 * calls it, no page, form or endpoint. Without a `password` it answers the token of a link that sets one, works once
 * and for a day; until then nobody can log in. Refuses invalid fields and a mail address that already has an account of
 * any role, which keeps its role.
 */
export async function makeAdmin(
  deps: MakeDeps,
  input: { email: string; name: string; password?: string },
): Promise<Accepted<NewAdmin> | MakeAdminRefusal> {
  const form = admin_form.safeParse(input)
  if (!form.success) return refused('fields', fieldErrors<AdminField>(form.error))
  const { email, name, password } = form.data
  const unsafe = password === undefined ? null : whyUnsafe(password, email)
  if (unsafe) return refused('fields', { password: unsafe })

  const password_hash = await deps.passwords.hash(password ?? newToken())
  const now = deps.clock.now()
  const by = { user_id: null, email: 'command' }
  return deps.db.transaction(async (tx) => {
    const account = { email, name, admin_role: 'owner', password_hash } as const
    const user_id = await insertAdmin(tx, deps.announce, by, account, now)
    if (!user_id) return refused('email_taken')
    return accepted({
      email,
      link: password === undefined ? await newInvitationLink(tx, { user_id, email }, now) : null,
    })
  })
}

/**
 * An owner invites somebody as an admin with a role: a mail brings a link that sets the password, works once and for a
 * day. Refused for everybody else, with invalid fields, and for a mail address that already has an account of any role.
 */
export async function inviteAdmin(
  deps: MakeDeps,
  actor: Actor,
  input: { email: string; name: string; admin_role: string },
): Promise<Accepted<{ email: string }> | MakeAdminRefusal | Refused<'not_found', undefined>> {
  if (!may(actor, 'manage_admins')) return refused('not_found')
  const form = invitation_form.safeParse(input)
  if (!form.success) return refused('fields', fieldErrors<AdminField>(form.error))
  const { email, name, admin_role } = form.data
  const password_hash = await deps.passwords.hash(newToken())
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const user_id = await insertAdmin(tx, deps.announce, actor, { email, name, admin_role, password_hash }, now)
    if (!user_id) return refused('email_taken')
    const { id, token, expires_at } = await newInvitationLink(tx, { user_id, email }, now)
    const invited = { name, admin_role, by: actor.email }
    await deps.announce(tx, { kind: 'admin_invited', link: { id, email, expires_at }, invited, token }, now)
    return accepted({ email })
  })
}

/** Answers the id of the new admin, or null where the address is taken. */
async function insertAdmin(
  tx: Tx,
  announce: Announce,
  by: { user_id: string | null; email: string },
  account: { email: string; name: string; admin_role: AdminRole; password_hash: string },
  now: Date,
): Promise<string | null> {
  const user_id = await createAccount(tx, announce, { ...account, role: 'admin', email_verified: false }, now)
  if (!user_id) return null
  const { email, name, admin_role } = account
  const after = { email, name, admin_role }
  await recordAudit(tx, { actor: by, action: 'admin_made', subject: `user:${user_id}`, after, now })
  return user_id
}
