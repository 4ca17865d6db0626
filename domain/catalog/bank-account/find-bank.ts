import type { Bank, BankDirectory } from '../../../adapters/banks/bank-directory.ts'
import { isProviderUnavailable } from '../../../adapters/call-provider.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'

/** The `id` of the bank of an account that was verified before; empty when the directory no longer has it. */
export function bankIdOf(
  banks: readonly Bank[],
  account: { bank_code: string | null; bank_name: string | null },
): string {
  const same_code = banks.filter(({ code }) => code === account.bank_code)
  return (same_code.find(({ name }) => name === account.bank_name) ?? same_code[0])?.id ?? ''
}

/** A bank by its `id`; refused when there is none, and as `failed` when the list is not available. */
export async function findBank(
  banks: BankDirectory,
  id: string,
): Promise<Accepted<Bank> | Refused<'unknown_bank', undefined> | Refused<'failed', { message: string | null }>> {
  try {
    const bank = (await banks.list()).find((known) => known.id === id)
    return bank ? accepted(bank) : refused('unknown_bank')
  } catch (error) {
    if (isProviderUnavailable(error)) return refused('failed', { message: null })
    throw error
  }
}
