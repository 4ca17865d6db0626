import type { Accepted, Refused } from '../../domain/refusal.ts'

/** `id` names the bank in our forms, since codes can repeat; `code` is what the provider asks for. */
export type Bank = { id: string; name: string; code: string }

export type ResolveRefusal =
  | Refused<'unknown_bank', undefined>
  | Refused<'no_name', undefined>
  /** The provider's own words, if it gave any. */
  | Refused<'failed', { message: string | null }>

/** Nigerian banks and the holders of accounts. */
export type BankDirectory = {
  /** Today's banks, by name. Throws ProviderUnavailable. */
  list(): Promise<Bank[]>
  /** The holder of an account of ten digits. Never throws ProviderUnavailable: that becomes `failed`. */
  resolve(account: {
    account_number: string
    bank_code: string
  }): Promise<Accepted<{ account_name: string }> | ResolveRefusal>
}
