import type { Kobo } from '../../domain/money.ts'
import type { ListPage } from './payment-provider.ts'

/** A transfer to a bank account, as the provider knows it. `pending` is everything that is not final. */
export type ProviderTransfer = {
  provider_transfer_id: string
  reference: string
  amount: Kobo
  status: 'pending' | 'successful' | 'failed'
  /** The provider's fee; null until it is told. */
  fee: Kobo | null
  /** The provider's own words about it, e.g. why it failed. */
  message: string
}

/** A transfer in the provider's list; `created_at` is null where it does not say. */
export type ListedTransfer = Pick<ProviderTransfer, 'provider_transfer_id' | 'reference' | 'amount' | 'status'> & {
  created_at: Date | null
}

export type TransferOrder = {
  /** Ours, at most 100 characters, used once. */
  reference: string
  amount: Kobo
  /** The provider's own code of the bank (`bankCode`). */
  bank_code: string
  account_number: string
  account_name: string
  /** At most 100 characters; the receiver may read it. */
  narration: string
}

/**
 * Sending money to bank accounts. Amounts are kobo; each adapter converts them. Every method throws ProviderUnavailable
 * when the outcome is unknown.
 */
export type TransferProvider = {
  readonly name: string
  /**
   * The provider's code of a bank from another provider's list (docs/providers.md#bank-codes: codes differ). Null when
   * it is not certain which bank is meant, or the provider does not serve it: then no money may move.
   */
  bankCode(bank: { name: string; code: string | null }): Promise<string | null>
  /** Asks for a transfer. A reference is accepted once, so asking twice moves money once. */
  transfer(
    order: TransferOrder,
  ): Promise<{ accepted: true; transfer: ProviderTransfer } | { accepted: false; message: string }>
  /**
   * The transfer under our reference, or null when the provider has none. A list that cannot be read to its end throws.
   */
  findTransfer(reference: string): Promise<ProviderTransfer | null>
  /** All transfers, whoever asked for them; pages count from 1. A row that cannot be read is left out. */
  listTransfers(request: { page: number }): Promise<ListPage<ListedTransfer>>
}
