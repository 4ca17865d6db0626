import type { Db } from '../../../db/handle.ts'
import type { Actor } from '../../../domain/accounts/actor.ts'
import { formatCampusDateTime } from '../../../domain/clock.ts'
import { ownRider } from '../../../domain/delivery/riders/own-rider.ts'

/** Where a rider's money goes, and whether it may be corrected now; null while that is not complete. */
export async function bankAccountOf(db: Db, actor: Actor) {
  const own = await ownRider(db, actor)
  if (!own) return null
  const { bank_name, account_number, account_name } = own.rider
  if (!bank_name || !account_number || !account_name) return null
  return { bank_name, account_number, account_name, open: !own.locked }
}

/** A campus day ("2026-11-21") as people say it. */
export function dayName(date: string): string {
  return formatCampusDateTime(new Date(`${date}T12:00:00+01:00`)).replace(/,? \d\d:\d\d$/, '')
}
