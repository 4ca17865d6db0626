import { and, asc, count, eq, gt, isNull, sql } from 'drizzle-orm'
import { noteDue } from '../../db/after-commit.ts'
import type { Tx } from '../../db/handle.ts'
import type { AnnouncingDeps } from '../events.ts'
import { fingerprint, newToken } from './secrets.ts'
import { type LinkPurpose, mail_links, users } from './tables.ts'

/** How long a link works, and how many of its kind a mailbox gets in an hour, so that nobody can flood it. */
const rules: Readonly<Record<LinkPurpose, { works_seconds: number; most_per_hour: number }>> = {
  new_password: { works_seconds: 3600, most_per_hour: 5 },
  confirm_mail: { works_seconds: 24 * 3600, most_per_hour: 5 },
  sign_in: { works_seconds: 1800, most_per_hour: 1 },
}

/**
 * Notes in the caller's commit that somebody asks for a link by mail. Takes every address in the same steps, so that
 * nobody learns whether it has an account. Silently ignores what is above the limit per hour.
 */
export async function askMailLink(
  tx: Tx,
  { purpose, email, now }: { purpose: LinkPurpose; email: string; now: Date },
): Promise<void> {
  // One request at a time, so that simultaneous ones are counted too.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`mail link ${purpose} ${email}`}, 0))`)
  const [recent] = await tx
    .select({ links: count() })
    .from(mail_links)
    .where(
      and(
        eq(mail_links.purpose, purpose),
        eq(mail_links.email, email),
        gt(mail_links.asked_at, new Date(now.getTime() - 3_600_000)),
      ),
    )
  if ((recent?.links ?? 0) >= rules[purpose].most_per_hour) return
  await tx.insert(mail_links).values({ purpose, email, asked_at: now })
  noteDue(tx, 'mail_link')
}

/**
 * Mails the links that were asked for, at most 20 at a time: a known mail address gets one that works once, an unknown
 * one gets nothing. The link and its mail are written in one commit. Answers how many requests it worked on.
 */
export async function mailAskedLinks(deps: AnnouncingDeps): Promise<number> {
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const due = await tx
      .select({ id: mail_links.id, purpose: mail_links.purpose, email: mail_links.email })
      .from(mail_links)
      .where(isNull(mail_links.handled_at))
      .orderBy(asc(mail_links.asked_at))
      .limit(20)
      .for('no key update', { skipLocked: true })
    for (const link of due) {
      const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, link.email))
      const token = newToken()
      const expires_at = new Date(now.getTime() + rules[link.purpose].works_seconds * 1000)
      await tx
        .update(mail_links)
        .set({
          handled_at: now,
          ...(user && {
            user_id: user.id,
            token_hash: linkHash(link.purpose, token),
            expires_at,
          }),
        })
        .where(eq(mail_links.id, link.id))
      if (user) await deps.announce(tx, { kind: 'mail_link_asked', link: { ...link, expires_at }, token }, now)
    }
    return due.length
  })
}

/** The condition that finds the link of this kind and token while it works: not used, not too old. */
export function workingLink(purpose: LinkPurpose, token: string, now: Date) {
  return and(
    eq(mail_links.token_hash, linkHash(purpose, token)),
    isNull(mail_links.used_at),
    gt(mail_links.expires_at, now),
  )
}

/** The stored hash of a link. It includes the kind, so that a link opens nothing that another kind is for. */
export function linkHash(purpose: LinkPurpose, token: string): string {
  return fingerprint(purpose, token)
}
