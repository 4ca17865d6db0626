import { and, eq } from 'drizzle-orm'
import type { ListedChargeback } from '../../../adapters/payments/payment-provider.ts'
import { noteAdmins } from '../../../db/after-commit.ts'
import type { Tx } from '../../../db/handle.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { type Kobo, kobo } from '../../money.ts'
import { accounts, bookJournal } from '../ledger.ts'
import { partsOfOrders } from '../parts-of-orders.ts'
import { payments } from '../tables.ts'
import { uncoverRefunds } from './cover-refund.ts'
import { isGone } from './statuses.ts'
import { chargebacks } from './tables.ts'

type Chargeback = typeof chargebacks.$inferSelect

/**
 * Writes down a chargeback as the provider's list shows it, under the lock of its payment, and books its money: away
 * while it is open or lost, back once it is won, each time once, however often the list shows it (decision 189). An
 * amount that changed is booked anew; refunds that it covers no longer are owed again. A chargeback of a payment that
 * we do not know, or that is not in naira, is only written down; the books hold neither. Announces one that waits for
 * an answer. Answers whether something changed.
 */
export async function recordChargeback(
  deps: AnnouncingDeps,
  provider: string,
  listed: ListedChargeback,
): Promise<boolean> {
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const [payment] = await tx
      .select()
      .from(payments)
      .where(and(eq(payments.provider, provider), eq(payments.provider_transaction_id, listed.provider_transaction_id)))
      .for('no key update')
    const { created_at, ...told } = listed
    const made = await tx
      .insert(chargebacks)
      .values({
        ...{ ...told, provider, payment_id: payment?.id ?? null },
        ...{ raised_at: created_at ?? now, first_seen_at: now, moved_at: now },
      })
      .onConflictDoNothing()
      .returning()
    const known = made[0] ?? (await lockKnown(tx, provider, listed))
    const is_new = made.length > 0
    const has_moved = is_new || known.status !== listed.status
    const next = { ...known, ...told, payment_id: payment?.id ?? null, moved_at: has_moved ? now : known.moved_at }
    if (payment?.currency === 'NGN') {
      const is_away = known.bookings % 2 === 1
      const stays = is_away && isGone(next.status) && known.amount === next.amount
      if (is_away && !stays) {
        await uncoverRefunds(tx, known, isGone(next.status) ? next.amount : kobo(0), now)
        next.bookings = await book(tx, known, next.bookings, payment.id, now)
      }
      if (isGone(next.status) && !stays) next.bookings = await book(tx, next, next.bookings, payment.id, now)
    }
    if (!is_new && !hasChanged(known, next)) return false
    const { id, ...values } = next
    await tx.update(chargebacks).set(values).where(eq(chargebacks.id, id))
    noteAdmins(tx)
    if (has_moved && next.status === 'initiated') {
      await deps.announce(tx, { kind: 'chargeback_raised', chargeback: next, payment: payment ?? null }, now)
    }
    return true
  })
}

async function lockKnown(tx: Tx, provider: string, { provider_chargeback_id }: ListedChargeback): Promise<Chargeback> {
  const [known] = await tx
    .select()
    .from(chargebacks)
    .where(and(eq(chargebacks.provider, provider), eq(chargebacks.provider_chargeback_id, provider_chargeback_id)))
    .for('no key update')
  if (!known) throw new Error(`Chargeback ${provider_chargeback_id} was neither stored nor found`)
  return known
}

/** Takes its money out of what the provider holds, or puts it back where it is away; answers how often that was. */
async function book(
  tx: Tx,
  chargeback: Pick<Chargeback, 'id' | 'provider' | 'amount'>,
  bookings: number,
  payment_id: string,
  now: Date,
): Promise<number> {
  const comes_back = bookings % 2 === 1
  const turned = (amount: Kobo) => kobo(comes_back ? -amount : amount)
  const lost = await partsOfOrders(tx, payment_id, { account: accounts.chargebacks, amount: chargeback.amount })
  await bookJournal(tx, {
    kind: comes_back ? 'chargeback_returned' : 'chargeback',
    subject: `chargeback:${chargeback.id}:${bookings + 1}`,
    recorded_at: now,
    entries: [
      ...lost,
      { account: accounts.providerClearing(chargeback.provider), amount: kobo(-chargeback.amount) },
    ].map((entry) => ({ ...entry, amount: turned(entry.amount) })),
  })
  return bookings + 1
}

const hasChanged = (before: Chargeback, after: Chargeback): boolean =>
  before.status !== after.status ||
  before.amount !== after.amount ||
  before.payment_id !== after.payment_id ||
  before.bookings !== after.bookings ||
  before.stage !== after.stage ||
  before.reason !== after.reason ||
  before.due_at?.getTime() !== after.due_at?.getTime()
