import { and, eq, or } from 'drizzle-orm'
import type { Db, Tx } from '../../db/handle.ts'
import type { Deps } from '../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import type { Actor } from './actor.ts'
import { askMailLink, linkHash, workingLink } from './mail-links.ts'
import { mail_links, users } from './tables.ts'

/** Whether the account's mail address is known to belong to its owner. */
export async function isMailConfirmed(db: Db, user_id: string): Promise<boolean> {
  const [user] = await db.select({ confirmed: users.email_verified }).from(users).where(eq(users.id, user_id))
  return user?.confirmed ?? false
}

/** Whether what is mailed there goes to an account's owner: they confirmed it, or an owner of ours invited them. */
export async function isMailProven(tx: Tx, email: string): Promise<boolean> {
  const proven = or(eq(users.email_verified, true), eq(users.role, 'admin'))
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), proven))
  return user !== undefined
}

/** Sends the link that confirms one's own mail address once more, five times an hour at most. */
export async function askConfirmation({ db, clock }: Deps, { email }: Pick<Actor, 'email'>): Promise<void> {
  await db.transaction((tx) => askMailLink(tx, { purpose: 'confirm_mail', email, now: clock.now() }))
}

/**
 * Confirms the mail address to which a link was sent. Refuses a link that is unknown or too old, and a used one whose
 * address is not confirmed. Safe to repeat.
 */
export async function confirmMail(
  { db, clock }: Deps,
  token: string,
): Promise<Accepted<undefined> | Refused<'link', undefined>> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const [used] = await tx
      .update(mail_links)
      .set({ used_at: now })
      .where(workingLink('confirm_mail', token, now))
      .returning({ user_id: mail_links.user_id })
    if (used?.user_id) {
      await tx.update(users).set({ email_verified: true, updated_at: now }).where(eq(users.id, used.user_id))
      return accepted(undefined)
    }
    const [earlier] = await tx
      .select({ confirmed: users.email_verified })
      .from(mail_links)
      .innerJoin(users, eq(users.id, mail_links.user_id))
      .where(eq(mail_links.token_hash, linkHash('confirm_mail', token)))
    return earlier?.confirmed ? accepted(undefined) : refused('link')
  })
}
