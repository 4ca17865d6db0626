import type { BankDirectory } from '../../adapters/banks/bank-directory.ts'
import type { Db } from '../../db/handle.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Clock } from '../clock.ts'
import { type Accepted, accepted } from '../refusal.ts'
import { findBank } from './find-bank.ts'
import { type NameRefusal, nameBankAccount } from './name-bank-account.ts'

/**
 * Asks the bank whose account a number is (docs/product.md#bank-accounts), for vendors and riders alike: what a browser
 * showed is not believed. Refuses a bank that is none, an account without a name, one that cannot be verified, and
 * whoever may not ask (`nameBankAccount`).
 */
export async function verifyBankAccount(
  deps: { db: Db; clock: Clock; banks: BankDirectory },
  { user_id }: Actor,
  { bank, account_number }: { bank: string; account_number: string },
): Promise<Accepted<{ bank_name: string; bank_code: string; account_name: string }> | NameRefusal> {
  const chosen = await findBank(deps.banks, bank)
  if (!chosen.ok) return chosen
  const { name: bank_name, code: bank_code } = chosen.value
  const named = await nameBankAccount(deps, { user_id, address: null }, { bank_code, account_number })
  return named.ok ? accepted({ bank_name, bank_code, account_name: named.value.account_name }) : named
}

type Account = { bank_code: string | null; account_number: string | null }

/** Whether money would go elsewhere than so far. The first account of somebody changes nothing. */
export function changesAccount(known: Account, next: Account): boolean {
  if (known.account_number === null) return false
  return known.account_number !== next.account_number || known.bank_code !== next.bank_code
}
