import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import { campusDate, campusInstant } from '../../clock.ts'
import { type Kobo, koboFromNaira } from '../../money.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { promotion_uses, promotions, referrals } from '../tables.ts'
import { REFERRALS } from './referral-settings.ts'

/** Whoever takes a code for friends or gives a reward does so alone until the commit: all share one budget. */
export async function lockMonthBudget(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('friends of the month', 0))`)
}

/**
 * Whether `kobo` more would go beyond what bringing friends may cost in a campus month: what came off friends' orders
 * or is held for them, and the rewards that were made, used or not, or are being paid with though they fell away. Left
 * out is what `phone` holds without having opened a payment, and what a checkout holds that is asked about. Sure only
 * under `lockMonthBudget`.
 */
export async function isMonthSpent(
  db: Db | Tx,
  more: { kobo: Kobo; phone: string | null; checkout_id: string | null },
  now: Date,
): Promise<boolean> {
  const { month_budget_kobo } = await readSetting(db, REFERRALS)
  const from = startOfMonth(now)
  const { rows } = await db.execute<{ spent: string }>(sql`select ((
    select coalesce(sum(u.discount - u.returned), 0)
    from ${promotion_uses} u join ${promotions} p on p.id = u.promotion_id
    where p.owner_phone is not null
      and (u.used_at >= ${from} or (u.status = 'Held' and u.held_until >= ${now}))
      and (u.status <> 'Held' or u.is_being_paid or u.phone is distinct from ${more.phone})
      and u.checkout_id is distinct from ${more.checkout_id}
  ) + (
    select coalesce(sum(r.amount), 0)
    from ${referrals} f join ${promotions} r on r.id = f.reward_id
    where r.created_at >= ${from} and (f.status = 'Rewarded'
      or exists (select 1 from ${promotion_uses} u where u.promotion_id = r.id
        and (u.status = 'Used' or (u.status = 'Held' and u.is_being_paid and u.held_until >= ${now}))))
  ))::numeric(18,2)::text as spent`)
  if (!rows[0]) throw new Error('What friends cost was not counted')
  return koboFromNaira(rows[0].spent) + more.kobo > month_budget_kobo
}

const startOfMonth = (now: Date) => campusInstant(`${campusDate(now).slice(0, 7)}-01`)
