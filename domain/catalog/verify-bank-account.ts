import type { BankDirectory } from '../../adapters/banks/bank-directory.ts'
import { type Accepted, accepted, type Refused } from '../refusal.ts'
import { findBank } from './find-bank.ts'

export type AccountRefusal =
  | Refused<'invalid_bank', undefined>
  | Refused<'no_name', undefined>
  | Refused<'failed', { message: string | null }>

/**
 * Asks the bank whose account a number is (spec §5), for vendors and riders alike: what a browser showed is not believed.
 * Refuses a bank that is none, an account without a name, and one that cannot be verified.
 */
export async function verifyBankAccount(
  banks: BankDirectory,
  { bank, account_number }: { bank: string; account_number: string },
): Promise<Accepted<{ bank_name: string; bank_code: string; account_name: string }> | AccountRefusal> {
  const chosen = await findBank(banks, bank)
  if (!chosen.ok) return chosen
  const { name: bank_name, code: bank_code } = chosen.value
  const resolved = await banks.resolve({ account_number, bank_code })
  return resolved.ok
    ? accepted({ bank_name, bank_code, account_name: resolved.value.account_name })
    : resolved
}

type Account = { bank_code: string | null; account_number: string | null }

/** Whether money would go elsewhere than so far. The first account of somebody changes nothing. */
export function changesAccount(known: Account, next: Account): boolean {
  if (known.account_number === null) return false
  return known.account_number !== next.account_number || known.bank_code !== next.bank_code
}
