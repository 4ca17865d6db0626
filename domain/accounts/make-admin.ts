import type { Db } from '../../db/handle.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Clock } from '../clock.ts'
import type { Announce } from '../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { createAccount } from './create-account.ts'
import { admin_form, fieldErrors } from './forms.ts'
import { linkHash } from './mail-links.ts'
import { whyUnsafe } from './password-safety.ts'
import { newToken, type Passwords } from './secrets.ts'
import { mail_links } from './tables.ts'

/** How long a new admin may use the link to choose a password. */
const LINK_HOURS = 24

type AdminField = 'email' | 'name' | 'password'
export type MakeAdminRefusal =
  | Refused<'fields', Partial<Record<AdminField, string>>>
  | Refused<'email_taken', undefined>

/** `link` is null where a password was given. */
export type NewAdmin = { email: string; link: { token: string; expires_at: Date } | null }

/**
 * Makes an admin. Only the command `npm run admin:create` calls it, no page, form or endpoint (docs/product.md#roles).
 * Without a `password` it answers the token of a link that sets one, works once and for a day; until then nobody can
 * log in. Refuses invalid fields and a mail address that already has an account of any role, which keeps its role.
 */
export async function makeAdmin(
  deps: { db: Db; clock: Clock; passwords: Passwords; announce: Announce },
  input: { email: string; name: string; password?: string },
): Promise<Accepted<NewAdmin> | MakeAdminRefusal> {
  const form = admin_form.safeParse(input)
  if (!form.success) return refused('fields', fieldErrors<AdminField>(form.error))
  const { email, name, password } = form.data
  const unsafe = password === undefined ? null : whyUnsafe(password, email)
  if (unsafe) return refused('fields', { password: unsafe })

  const password_hash = await deps.passwords.hash(password ?? newToken())
  const now = deps.clock.now()
  const account = { email, name, role: 'admin', password_hash, email_verified: false } as const
  return deps.db.transaction(async (tx) => {
    const user_id = await createAccount(tx, deps.announce, account, now)
    if (!user_id) return refused('email_taken')
    const link = password === undefined ? newLink(now) : null
    if (link) {
      await tx.insert(mail_links).values({
        purpose: 'new_password',
        email,
        user_id,
        asked_at: now,
        // The worker mails unhandled links; this one is handed over by the person who ran the command.
        handled_at: now,
        token_hash: linkHash('new_password', link.token),
        expires_at: link.expires_at,
      })
    }
    await recordAudit(tx, {
      actor: { user_id: null, email: 'command' },
      action: 'admin_made',
      subject: `user:${user_id}`,
      after: { email, name, by_link: link !== null },
      now,
    })
    return accepted({ email, link })
  })
}

function newLink(now: Date): { token: string; expires_at: Date } {
  return { token: newToken(), expires_at: new Date(now.getTime() + LINK_HOURS * 3_600_000) }
}
