import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { BankDirectory, ResolveRefusal } from '../../../adapters/banks/bank-directory.ts'
import type { Db } from '../../../db/handle.ts'
import { fingerprint } from '../../accounts/secrets.ts'
import { account_lookups as lookups, users } from '../../accounts/tables.ts'
import { DAY_MS, HOUR_MS } from '../../clock.ts'
import type { Deps } from '../../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'

/**
 * Questions to the bank in an hour and in a day. An owner asks once or twice, and mistypes; sixty owners in one lecture
 * hall share an address. All together must be far too few for a directory of who holds which account. What is shown to
 * nobody, as a registration is sent in, has as much again: looking up names never keeps anybody from that.
 */
const most = {
  of_account: { hour: 12, day: 24 },
  of_address: { hour: 60, day: 150 },
  in_all: { hour: 120, day: 400 },
  in_all_unseen: { hour: 240, day: 800 },
} as const

/** `address` is where the question comes from; null when the answer is shown to nobody. */
export type WhoAsks = { user_id: string; address: string | null }

export type NameRefusal =
  | ResolveRefusal
  | Refused<'unconfirmed_mail', undefined>
  | Refused<'too_many', { hours: number }>

/**
 * The holder of a bank account, by its bank's code. A holder's name is personal, so only somebody with a confirmed mail
 * address may ask, and only so often per account, per address and in all. Within a day the same person gets the same
 * answer without a new question to the bank; a question that the bank could not answer is not counted. Refuses what the
 * bank refuses, an unconfirmed mail address, and too many questions, with the hours to wait.
 */
export async function nameBankAccount(
  { db, clock, banks }: Deps & { banks: BankDirectory },
  who: WhoAsks,
  account: { bank_code: string; account_number: string },
): Promise<Accepted<{ account_name: string }> | NameRefusal> {
  const [user] = await db.select({ confirmed: users.email_verified }).from(users).where(eq(users.id, who.user_id))
  if (!user?.confirmed) return refused('unconfirmed_mail')
  const now = clock.now()
  const asked_for = fingerprint('bank account', who.user_id, account.bank_code, account.account_number)
  const [known] = await db
    .select({ account_name: lookups.account_name })
    .from(lookups)
    .where(
      and(
        eq(lookups.user_id, who.user_id),
        eq(lookups.asked_for, asked_for),
        gt(lookups.asked_at, new Date(now.getTime() - DAY_MS)),
        isNotNull(lookups.account_name),
      ),
    )
    .limit(1)
  if (known?.account_name) return accepted({ account_name: known.account_name })
  const counted = await countLookup(db, who, asked_for, now)
  if (!counted.ok) return counted
  const resolved = await banks.resolve(account)
  const lookup = eq(lookups.id, counted.value)
  if (resolved.ok) {
    await db.update(lookups).set({ account_name: resolved.value.account_name }).where(lookup)
  } else if (resolved.reason === 'failed' && resolved.details.message === null) {
    await db.delete(lookups).where(lookup)
  }
  return resolved
}

/** Counts a question before the bank is asked, one at a time, so that simultaneous ones count. Answers the row's id. */
async function countLookup(
  db: Db,
  who: WhoAsks,
  asked_for: string,
  now: Date,
): Promise<Accepted<string> | Refused<'too_many', { hours: number }>> {
  const address = who.address === null ? '' : fingerprint('address', who.address)
  const within = {
    hour: sql`${lookups.asked_at} > ${new Date(now.getTime() - HOUR_MS)}`,
    day: sql`${lookups.asked_at} > ${new Date(now.getTime() - DAY_MS)}`,
  }
  const whose = {
    of_account: sql`${lookups.user_id} = ${who.user_id}`,
    of_address: sql`${lookups.address} = ${address} and ${address} <> ''`,
    [who.address === null ? 'in_all_unseen' : 'in_all']: sql`true`,
  }
  const full = (time: 'hour' | 'day') =>
    sql<boolean>`${sql.join(
      Object.entries(whose).map(
        ([scope, own]) =>
          sql`count(*) filter (where ${own} and ${within[time]}) >= ${most[scope as keyof typeof most][time]}`,
      ),
      sql` or `,
    )}`
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('account lookups', 0))`)
    const [spent] = await tx
      .select({ hour: full('hour'), day: full('day') })
      .from(lookups)
      .where(within.day)
    if (spent?.day) return refused('too_many', { hours: 24 })
    if (spent?.hour) return refused('too_many', { hours: 1 })
    const [row] = await tx
      .insert(lookups)
      .values({ user_id: who.user_id, address, asked_for, asked_at: now })
      .returning({ id: lookups.id })
    if (!row) throw new Error('a lookup was not noted')
    return accepted(row.id)
  })
}
