import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/handle.ts'
import type { Actor } from '../accounts/actor.ts'
import { may } from '../admin-roles.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { campusDate } from '../clock.ts'
import type { Deps } from '../events.ts'
import { isKobo, type Kobo, kobo, koboFromNaira } from '../money.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { bank_reference, calendar_day } from './forms.ts'
import { accounts, bookJournal } from './ledger.ts'
import { bank_settlements, journal_entries } from './tables.ts'

type Settlement = typeof bank_settlements.$inferSelect

export type BankSettlementRefusal =
  | Refused<'not_found' | 'bad_reference' | 'bad_amount' | 'bad_day', undefined>
  /** The reference was already recorded, with this amount. */
  | Refused<'other_amount', { amount_kobo: Kobo }>
  /** By our books, the provider holds only this much for us. */
  | Refused<'more_than_held', { held_kobo: Kobo }>

/**
 * An admin records that the provider paid some of what it holds for us to our own bank account. The same reference with
 * the same amount is recorded once, however often it is sent.
 */
export async function recordBankSettlement(
  deps: Deps,
  actor: Actor,
  paid: { provider: string; reference: string; amount_kobo: number; settled_on: string },
): Promise<Accepted<Settlement> | BankSettlementRefusal> {
  if (!may(actor, 'move_money')) return refused('not_found')
  const reference = bank_reference.safeParse(paid.reference)
  if (!reference.success) return refused('bad_reference')
  const amount = paid.amount_kobo
  if (!isKobo(amount) || amount <= 0) return refused('bad_amount')
  const now = deps.clock.now()
  const settled_on = calendar_day.safeParse(paid.settled_on)
  if (!settled_on.success || settled_on.data > campusDate(now)) return refused('bad_day')
  return deps.db.transaction(async (tx) => {
    // One at a time: two forms must not both take from one balance, nor write one reference twice.
    await tx.execute(sql`lock table ${bank_settlements} in share row exclusive mode`)
    const { provider } = paid
    const [known] = await tx
      .select()
      .from(bank_settlements)
      .where(and(eq(bank_settlements.provider, provider), eq(bank_settlements.reference, reference.data)))
    if (known) {
      return known.amount === amount ? accepted(known) : refused('other_amount', { amount_kobo: known.amount })
    }
    const held_kobo = await balanceOf(tx, accounts.providerClearing(provider))
    if (amount > held_kobo) return refused('more_than_held', { held_kobo })
    const [settlement] = await tx
      .insert(bank_settlements)
      .values({
        provider,
        reference: reference.data,
        amount,
        settled_on: settled_on.data,
        recorded_by: actor.user_id,
        recorded_at: now,
      })
      .returning()
    if (!settlement) throw new Error('The bank settlement was not stored')
    await bookJournal(tx, {
      kind: 'bank_settlement',
      subject: `bank_settlement:${settlement.id}`,
      recorded_at: now,
      entries: [
        { account: accounts.bank, amount },
        { account: accounts.providerClearing(provider), amount: kobo(-amount) },
      ],
    })
    await recordAudit(tx, {
      actor,
      action: 'bank_settlement_recorded',
      subject: `bank_settlement:${settlement.id}`,
      after: { provider, reference: reference.data, amount_kobo: amount, settled_on: settled_on.data },
      now,
    })
    return accepted(settlement)
  })
}

async function balanceOf(tx: Tx, account: string): Promise<Kobo> {
  const [row] = await tx
    .select({ balance: sql<string>`coalesce(sum(${journal_entries.amount}), 0)::text` })
    .from(journal_entries)
    .where(eq(journal_entries.account, account))
  return koboFromNaira(row?.balance ?? '0')
}
