import type { BankDirectory } from '../../../adapters/banks/bank-directory.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { Deps } from '../../events.ts'
import { type Accepted, accepted } from '../../refusal.ts'
import { findBank } from './find-bank.ts'
import { type NameRefusal, nameBankAccount } from './name-bank-account.ts'

/**
 * Asks the bank for the holder of an account (docs/product.md#bank-accounts), for vendors and riders alike; the browser
 * is not believed. Refuses an unknown bank, an account without a name or one that cannot be verified, and somebody who
 * may not ask (`nameBankAccount`).
 */
export async function verifyBankAccount(
  deps: Deps & { banks: BankDirectory },
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

/** Whether money would go to another account than before. A first account changes nothing. */
export function changesAccount(known: Account, next: Account): boolean {
  if (known.account_number === null) return false
  return known.account_number !== next.account_number || known.bank_code !== next.bank_code
}
