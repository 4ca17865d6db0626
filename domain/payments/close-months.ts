import { gte, max, min, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/handle.ts'
import { type CampusMonth, campusDate, campusMonth, monthAfter } from '../clock.ts'
import type { Deps } from '../events.ts'
import { account_months, journal_entries, journals } from './tables.ts'

/** Longer than any transaction may last: after this, no commit can belong to the month before. */
const LAST_COMMITS_MS = 60 * 60 * 1000

/**
 * Writes the sums of every account for each past month without them, oldest first. Answers how many months it looked
 * at. The journals are append-only, so a written month stays right.
 */
export async function closeMonths({ db, clock }: Deps): Promise<number> {
  const last_commits = new Date(clock.now().getTime() - LAST_COMMITS_MS)
  let closed = 0
  for (let month = await firstOpenMonth(db); month && month.until <= last_commits; closed++) {
    await db.execute(sql`
      insert into ${account_months} (month, account, debits, credits)
      select ${month.name}, e.account, coalesce(sum(e.amount) filter (where e.amount > 0), 0),
        coalesce(sum(e.amount) filter (where e.amount < 0), 0)
      from ${journal_entries} e join ${journals} j on j.id = e.journal_id
      where j.recorded_at >= ${month.from} and j.recorded_at < ${month.until}
      group by e.account
      on conflict do nothing`)
    month = campusMonth(monthAfter(month, 1))
  }
  return closed
}

/** Takes back what a clock that was ahead closed: every month that is not over at `now`. Answers how many sums. */
export async function reopenMonths(tx: Tx, now: Date): Promise<number> {
  const last_commits = new Date(now.getTime() - LAST_COMMITS_MS)
  const open = campusDate(last_commits).slice(0, 7)
  const { rowCount } = await tx.delete(account_months).where(gte(account_months.month, open))
  return rowCount ?? 0
}

/** The last month that was written; null if none was. */
export async function lastClosedMonth(db: Db): Promise<CampusMonth | null> {
  const [closed] = await db.select({ month: max(account_months.month) }).from(account_months)
  return closed?.month ? campusMonth(closed.month) : null
}

async function firstOpenMonth(db: Db): Promise<CampusMonth | null> {
  const closed = await lastClosedMonth(db)
  if (closed) return campusMonth(monthAfter(closed, 1))
  const [first] = await db
    .select({ recorded_at: sql`${min(journals.recorded_at)}`.mapWith(journals.recorded_at) })
    .from(journals)
  return first?.recorded_at ? campusMonth(campusDate(first.recorded_at).slice(0, 7)) : null
}
