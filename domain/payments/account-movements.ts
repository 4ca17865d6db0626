import { sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import type { CampusMonth } from '../clock.ts'
import { type Kobo, koboFromNaira, sumKobo } from '../money.ts'
import { lastClosedMonth } from './close-months.ts'
import { account_months, journal_entries, journals } from './tables.ts'

/** An account's balance before a month, its movements in the month, and its balance at the end. */
export type AccountMovement = {
  /** As in the ledger, except that all vendors are `vendors` and all riders `riders`. */
  account: string
  opening_kobo: Kobo
  debits_kobo: Kobo
  credits_kobo: Kobo
  closing_kobo: Kobo
}

/**
 * The trial balance of a month: every account with its movements in kobo, debits positive and credits negative. The
 * closing balances sum to zero, and so do the opening ones. Past months are read as `closeMonths` wrote them.
 */
export async function accountMovements(db: Db, month: CampusMonth): Promise<AccountMovement[]> {
  const closed = await lastClosedMonth(db)
  const open_since = closed?.until ?? new Date(0)
  const { rows } = await db.execute<{
    account: string
    opening: string
    debits: string
    credits: string
  }>(sql`
    select case when account like 'vendor:%' then 'vendors' when account like 'rider:%' then 'riders'
        else account end as account,
      sum(opening)::text as opening, sum(debits)::text as debits, sum(credits)::text as credits
    from (
      select account, debits + credits as opening, 0 as debits, 0 as credits
      from ${account_months} where month < ${month.name}
      union all
      select account, 0, debits, credits from ${account_months} where month = ${month.name}
      union all
      select e.account, case when j.recorded_at < ${month.from} then e.amount else 0 end,
        case when j.recorded_at >= ${month.from} then greatest(e.amount, 0) else 0 end,
        case when j.recorded_at >= ${month.from} then least(e.amount, 0) else 0 end
      from ${journals} j join ${journal_entries} e on e.journal_id = j.id
      where j.recorded_at >= ${open_since} and j.recorded_at < ${month.until}
    ) moved
    group by 1 order by 1`)
  return rows.map(({ account, ...sums }) => {
    const [opening_kobo = 0, debits_kobo = 0, credits_kobo = 0] = [sums.opening, sums.debits, sums.credits].map(
      koboFromNaira,
    )
    const closing_kobo = sumKobo([opening_kobo, debits_kobo, credits_kobo])
    return { account, opening_kobo, debits_kobo, credits_kobo, closing_kobo }
  })
}
