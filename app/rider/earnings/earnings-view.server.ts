import type { Db } from '../../../db/handle.ts'
import type { Actor } from '../../../domain/accounts/actor.ts'
import { ownRider } from '../../../domain/delivery/riders/own-rider.ts'

/** A rider's bank account, and whether it may be corrected now; null while it is not complete. */
export async function bankAccountOf(db: Db, actor: Actor) {
  const own = await ownRider(db, actor)
  if (!own) return null
  const { bank_name, account_number, account_name } = own.rider
  if (!bank_name || !account_number || !account_name) return null
  return { bank_name, account_number, account_name, open: !own.locked }
}
