import { and, eq, gt } from 'drizzle-orm'
import type { AnnouncingDeps, Deps } from '../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { fieldErrors, new_password_form } from './forms.ts'
import { linkHash, workingLink } from './mail-links.ts'
import { whyUnsafe } from './password-safety.ts'
import { replacePassword } from './replace-password.ts'
import type { Passwords } from './secrets.ts'
import { credentials, mail_links, users } from './tables.ts'

/** Within this time, the same change sent again counts as a second press of the button. */
const SAME_PRESS_SECONDS = 600

type NewPasswordField = 'password' | 'confirmation'
export type NewPasswordRefusal =
  | Refused<'fields', Partial<Record<NewPasswordField, string>>>
  | Refused<'link', undefined>

/** Whether a link from a mail still works. */
export async function isResetLinkValid(deps: Deps, token: string): Promise<boolean> {
  return (await findUnused(deps, token)) !== undefined
}

/**
 * Sets a new password by a mailed link (docs/product.md#passwords). In one commit, the account's links are used up,
 * every session and half-done sign-in ends, failed attempts are forgotten, the address is confirmed (the link went
 * there), and the owner is told by mail. Refuses passwords that differ or are unsafe, and a link that is unknown, used
 * or too old. Safe to repeat within ten minutes.
 */
export async function setNewPassword(
  deps: AnnouncingDeps & { passwords: Passwords },
  input: { token: string; password: string; confirmation: string },
): Promise<Accepted<undefined> | NewPasswordRefusal> {
  const form = new_password_form.safeParse(input)
  const link = await findUnused(deps, input.token)
  if (!link) return answerUsedLink(deps, input)
  if (!form.success) return refused('fields', fieldErrors<NewPasswordField>(form.error))
  const unsafe = whyUnsafe(form.data.password, link.email)
  if (unsafe) return refused('fields', { password: unsafe })

  const password_hash = await deps.passwords.hash(form.data.password)
  const now = deps.clock.now()
  const changed = await deps.db.transaction(async (tx) => {
    const [reset] = await tx
      .update(mail_links)
      .set({ used_at: now })
      .where(workingLink('new_password', input.token, now))
      .returning({ id: mail_links.id, email: mail_links.email, user_id: mail_links.user_id })
    if (!reset?.user_id) return false
    const { user_id } = reset
    await replacePassword(tx, { user_id, email: reset.email, password_hash, keep: null, now })
    await tx
      .update(users)
      .set({ email_verified: true, updated_at: now })
      .where(and(eq(users.id, user_id), eq(users.email, reset.email), eq(users.email_verified, false)))
    await deps.announce(tx, { kind: 'password_changed', change: reset }, now)
    return true
  })
  return changed ? accepted(undefined) : answerUsedLink(deps, input)
}

async function findUnused(deps: Deps, token: string) {
  const [found] = await deps.db
    .select({ email: mail_links.email })
    .from(mail_links)
    .where(workingLink('new_password', token, deps.clock.now()))
  return found
}

/** Refuses, unless this is a second press of the button: used a moment ago, for this very password. */
async function answerUsedLink(
  deps: Deps & { passwords: Passwords },
  { token, password }: { token: string; password: string },
): Promise<Accepted<undefined> | NewPasswordRefusal> {
  const [used] = await deps.db
    .select({ hash: credentials.password })
    .from(mail_links)
    .innerJoin(credentials, eq(credentials.user_id, mail_links.user_id))
    .where(
      and(
        eq(mail_links.token_hash, linkHash('new_password', token)),
        gt(mail_links.used_at, new Date(deps.clock.now().getTime() - SAME_PRESS_SECONDS * 1000)),
      ),
    )
  const repeated = used?.hash ? await deps.passwords.verify(password, used.hash) : false
  return repeated ? accepted(undefined) : refused('link')
}
