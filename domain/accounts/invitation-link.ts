import type { Tx } from '../../db/handle.ts'
import { linkHash } from './mail-links.ts'
import { newToken } from './secrets.ts'
import { mail_links } from './tables.ts'

/** How long somebody who was invited may use the link to choose a password. */
const LINK_HOURS = 24

/**
 * A link that sets the password of a new account, in the caller's commit. It is handed over at once, so the worker,
 * which mails unhandled ones, leaves it. One for a text message is given a shorter `token`.
 */
export async function newInvitationLink(
  tx: Tx,
  { user_id, email }: { user_id: string; email: string },
  now: Date,
  token = newToken(),
) {
  const expires_at = new Date(now.getTime() + LINK_HOURS * 3_600_000)
  const link = { purpose: 'new_password', email, user_id, asked_at: now, handled_at: now, expires_at } as const
  const [kept] = await tx
    .insert(mail_links)
    .values({ ...link, token_hash: linkHash('new_password', token) })
    .returning({ id: mail_links.id })
  if (!kept) throw new Error('A new link was not written')
  return { id: kept.id, token, expires_at }
}
