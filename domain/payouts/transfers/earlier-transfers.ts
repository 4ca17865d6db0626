import { and, desc, eq, gt, inArray, isNull, lt, lte, ne, or } from 'drizzle-orm'
import { isProviderUnavailable } from '../../../adapters/call-provider.ts'
import type { TransferProvider } from '../../../adapters/payments/transfer-provider.ts'
import { noteAdmins } from '../../../db/after-commit.ts'
import type { Db } from '../../../db/handle.ts'
import { DAY_MS } from '../../clock.ts'
import { payout_transfers, payouts } from '../tables.ts'

export type Transfer = typeof payout_transfers.$inferSelect
type Payout = typeof payouts.$inferSelect

/** What the provider says of the transfers that it called failed; both null where it still calls all of them so. */
export type EarlierTransfers = {
  /** The latest that is made after all, or is about to be. */
  alive: Transfer | null
  /** The latest that it gave no answer for and no admin looked up, with what went wrong. */
  silent: { transfer: Transfer; error: unknown } | null
}

/** A payout is not asked about for ever: the orders of one that was cancelled are soon in another. */
const CANCELLED_DAYS = 90

/**
 * The failed transfers that may have moved a payout's money, newest first: its own, of them only those before
 * `before_id` where that is given; and, with `cancelled_too`, those of the same payee's payouts that were cancelled in
 * the 90 days before it was requested, as their orders may be in this one. Of these, one that was made after all is
 * left out once an admin has said what came of it.
 */
export async function earlierTransfers(
  db: Db,
  payout: Payout,
  { before_id, cancelled_too }: { before_id?: number; cancelled_too: boolean },
): Promise<Transfer[]> {
  const own = and(
    eq(payout_transfers.payout_id, payout.id),
    before_id === undefined ? undefined : lt(payout_transfers.id, before_id),
  )
  const same_payee =
    payout.vendor_id === null ? eq(payouts.rider_id, payout.rider_id ?? '') : eq(payouts.vendor_id, payout.vendor_id)
  const cancelled = db
    .select({ id: payouts.id })
    .from(payouts)
    .where(
      and(
        same_payee,
        eq(payouts.status, 'Cancelled'),
        lte(payouts.closed_at, payout.created_at),
        gt(payouts.closed_at, new Date(payout.created_at.getTime() - CANCELLED_DAYS * DAY_MS)),
      ),
    )
  const unsettled = or(
    isNull(payout_transfers.doubt),
    ne(payout_transfers.doubt, 'alive'),
    isNull(payout_transfers.looked_up_at),
  )
  const of_cancelled = and(inArray(payout_transfers.payout_id, cancelled), unsettled)
  return db
    .select()
    .from(payout_transfers)
    .where(and(eq(payout_transfers.status, 'Failed'), cancelled_too ? or(own, of_cancelled) : own))
    .orderBy(desc(payout_transfers.id))
}

/** So many are asked about side by side, and so many at most: a search takes as long as the slowest of each few. */
const ASKED_AT_ONCE = 5
const MOST_ASKED = 50

/**
 * Asks the provider about transfers that it called failed, a few side by side, the first of them that settles it first:
 * before the money goes out once more, in whatever way, as a bank may have made one after all (docs/decisions/032).
 * Where it does not answer for one that an admin looked up there, the admin's word counts; so it does for those beyond
 * 50, which are not asked about: one that nobody looked up is `silent`. `goOn` is called before each further few, and
 * throws where the caller's turn is over. Throws besides only what is no fault of the provider.
 */
export async function askAboutEarlier(
  db: Db,
  provider: TransferProvider,
  earlier: readonly Transfer[],
  goOn: () => Promise<void> = async () => {},
): Promise<EarlierTransfers> {
  const asked = earlier.slice(0, MOST_ASKED)
  for (let place = 0; place < asked.length; place += ASKED_AT_ONCE) {
    if (place > 0) await goOn()
    const few = asked.slice(place, place + ASKED_AT_ONCE)
    const answers = await Promise.allSettled(few.map(({ reference }) => provider.findTransfer(reference)))
    for (const [at, answer] of answers.entries()) {
      const transfer = few[at] as Transfer
      if (answer.status === 'fulfilled') {
        const known = answer.value
        if (known && known.status !== 'failed') return { alive: transfer, silent: null }
        await endDoubt(db, transfer)
        continue
      }
      if (!isProviderUnavailable(answer.reason)) throw answer.reason
      if (transfer.looked_up_at === null) return { alive: null, silent: { transfer, error: answer.reason } }
    }
  }
  const unasked = earlier.slice(MOST_ASKED).find(({ looked_up_at }) => looked_up_at === null)
  const error = new Error(`The payee has more than ${MOST_ASKED} failed transfers`)
  return { alive: null, silent: unasked ? { transfer: unasked, error } : null }
}

/** The provider gave no answer about a failed transfer: an admin may look there and say what came of it. */
export async function noteSilence(db: Db, transfer: Transfer, now: Date): Promise<void> {
  await db
    .update(payout_transfers)
    .set({ doubt: 'silent', doubted_at: now })
    .where(
      and(eq(payout_transfers.id, transfer.id), eq(payout_transfers.status, 'Failed'), isNull(payout_transfers.doubt)),
    )
  noteAdmins(db)
}

/** The provider calls a doubtful transfer failed again. A doubt that is newer than this one stays. */
export async function endDoubt(db: Db, { id, doubt, doubted_at, looked_up_at }: Transfer): Promise<void> {
  if (doubt === null || doubted_at === null || looked_up_at !== null) return
  await db
    .update(payout_transfers)
    .set({ doubt: null, doubted_at: null })
    .where(
      and(
        eq(payout_transfers.id, id),
        eq(payout_transfers.doubt, doubt),
        lte(payout_transfers.doubted_at, doubted_at),
        isNull(payout_transfers.looked_up_at),
      ),
    )
  noteAdmins(db)
}

/** Whether a failed transfer may have moved money, and nobody has said what came of it. */
export function isInDoubt({ doubt, looked_up_at }: Pick<Transfer, 'doubt' | 'looked_up_at'>): boolean {
  return doubt !== null && looked_up_at === null
}
