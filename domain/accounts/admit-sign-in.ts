import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import type { Deps } from '../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { isKnownDevice } from './known-devices.ts'
import { askMailLink, workingLink } from './mail-links.ts'
import { fingerprint } from './secrets.ts'
import { sign_in_attempts as attempts, mail_links } from './tables.ts'

/** The first wrong passwords cost no waiting: people mistype. */
const FREE_FAILURES = 4
const LONGEST_WAIT_SECONDS = 300
/** After an hour without an attempt the count starts again. */
const MEMORY_SECONDS = 3600
/** Wrong passwords per hour and account, over all addresses it never signed in from: many machines that guess. */
const MOST_FAILURES_ELSEWHERE = 200

/**
 * Who tries: from which address, with which browser (token, known-devices.ts), and with which mailed link, if any. The
 * codes of an app (`secret`) count apart from passwords: a right password says nothing about who guesses codes.
 */
type Who = { email: string; address: string; device?: string | null; link?: string | null; secret?: 'code' }

/**
 * Whether somebody at `address` may try a password for `email` now. The attempt counts as a failure until
 * `rememberSuccess`, so that simultaneous attempts are counted too. After four failures each further one doubles the
 * wait, from one second to five minutes. Failures count per account and address, so nobody at another address is held
 * up; known and unknown accounts are treated alike. A browser that signed in before has a count of its own, and so has
 * the link mailed to the owner while strangers are held up. Refuses with the seconds to wait.
 */
export async function admitSignIn(
  deps: Deps,
  who: Who,
): Promise<Accepted<undefined> | Refused<'wait', { seconds: number }>> {
  const now = deps.clock.now()
  const { trusted, ...key } = await placeOf(deps, who)
  const forgotten = new Date(now.getTime() - MEMORY_SECONDS * 1000)
  if (!trusted && (await isGuessedFromEverywhere(deps.db, key, forgotten))) {
    await deps.db.transaction((tx) => askMailLink(tx, { purpose: 'sign_in', email: plain(who.email), now }))
    return refused('wait', { seconds: LONGEST_WAIT_SECONDS })
  }
  const failures = sql`case when ${attempts.attempted_at} < ${forgotten} then 1 else ${attempts.failures} + 1 end`
  const wait_seconds = sql`case when ${failures} <= ${FREE_FAILURES} then 0
    else least(${LONGEST_WAIT_SECONDS}, power(2, least(${failures}, 30) - ${FREE_FAILURES} - 1)) end`
  const [admitted] = await deps.db
    .insert(attempts)
    .values({ ...key, failures: 1, attempted_at: now, blocked_until: now })
    .onConflictDoUpdate({
      target: [attempts.account, attempts.address],
      set: {
        failures,
        attempted_at: now,
        blocked_until: sql`${now}::timestamptz + make_interval(secs => ${wait_seconds})`,
      },
      setWhere: lte(attempts.blocked_until, now),
    })
    .returning({ failures: attempts.failures })
  if (admitted) return accepted(undefined)
  const [blocked] = await deps.db
    .select({ until: attempts.blocked_until })
    .from(attempts)
    .where(and(eq(attempts.account, key.account), eq(attempts.address, key.address)))
  const milliseconds = (blocked?.until ?? now).getTime() - now.getTime()
  return refused('wait', { seconds: Math.max(1, Math.ceil(milliseconds / 1000)) })
}

/** The password was right: the count starts again, and the link that was used, if any, is used up. */
export async function rememberSuccess(deps: Deps, who: Who): Promise<void> {
  const { account, address } = await placeOf(deps, who)
  const now = deps.clock.now()
  await deps.db
    .update(attempts)
    .set({ failures: 0, blocked_until: now, succeeded_at: now })
    .where(and(eq(attempts.account, account), eq(attempts.address, address)))
  if (!who.link) return
  await deps.db
    .update(mail_links)
    .set({ used_at: now })
    .where(and(workingLink('sign_in', who.link, now), eq(mail_links.email, plain(who.email))))
  // Somebody who mistypes the second step may give the password once more from this address.
  const here = { account, address: fingerprint('address', plain(who.email), who.address) }
  const succeeded = { failures: 0, attempted_at: now, blocked_until: now, succeeded_at: now }
  await deps.db
    .insert(attempts)
    .values({ ...here, ...succeeded })
    .onConflictDoUpdate({ target: [attempts.account, attempts.address], set: succeeded })
}

async function isGuessedFromEverywhere(
  db: Db,
  key: { account: string; address: string },
  since: Date,
): Promise<boolean> {
  const failed = and(isNull(attempts.succeeded_at), gt(attempts.attempted_at, since))
  const succeeded_here = sql`${attempts.address} = ${key.address} and ${attempts.succeeded_at} is not null`
  const [sums] = await db
    .select({
      elsewhere: sql<number>`coalesce(sum(${attempts.failures}) filter (where ${failed}), 0)::int`,
      known_here: sql<boolean>`coalesce(bool_or(${succeeded_here}), false)`,
    })
    .from(attempts)
    .where(eq(attempts.account, key.account))
  return sums !== undefined && !sums.known_here && sums.elsewhere >= MOST_FAILURES_ELSEWHERE
}

/** The key that counts the attempts of a mail address: a fingerprint, made alike for known and unknown accounts. */
export function accountKey(email: string): string {
  return fingerprint('account', plain(email))
}

/** What an attempt counts against: the browser or the link if it is trusted, else the address. */
async function placeOf({ db, clock }: Deps, who: Who) {
  const email = plain(who.email)
  const account = accountKey(email)
  const of = who.secret ? [who.secret] : []
  if (await isKnownDevice(db, email, who.device ?? null)) {
    return { account, address: fingerprint('device', email, who.device ?? '', ...of), trusted: true }
  }
  const [link] = await db
    .select({ id: mail_links.id })
    .from(mail_links)
    .where(and(workingLink('sign_in', who.link ?? '', clock.now()), eq(mail_links.email, email)))
  return link
    ? { account, address: fingerprint('link', link.id), trusted: true }
    : { account, address: fingerprint('address', email, who.address, ...of), trusted: false }
}

function plain(email: string): string {
  return email.trim().toLowerCase()
}
