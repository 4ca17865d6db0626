import type { Kobo } from '../../domain/money.ts'

/** A transfer to a bank account, as the provider knows it. `pending` is everything that is not an end. */
export type ProviderTransfer = {
  provider_transfer_id: string
  reference: string
  amount: Kobo
  status: 'pending' | 'successful' | 'failed'
  /** What the provider took for it; null until it tells. */
  fee: Kobo | null
  /** The provider's own words about it, e.g. why it failed. */
  message: string
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
 * Sending money to bank accounts. Amounts are kobo; each adapter converts at its edge. Every method throws
 * ProviderUnavailable when the outcome is unknown.
 */
export type TransferProvider = {
  readonly name: string
  /**
   * The provider's code of a bank that another provider's list named (docs/providers.md#bank-codes: code spaces
   * differ). Null when it cannot be said for certain which bank is meant, or the provider does not serve it:
   * then no money may move.
   */
  bankCode(bank: { name: string; code: string | null }): Promise<string | null>
  /** Asks for a transfer. A reference is taken once, so the same order asked twice moves money once. */
  transfer(
    order: TransferOrder,
  ): Promise<{ accepted: true; transfer: ProviderTransfer } | { accepted: false; message: string }>
  /**
   * The transfer under our reference, or null when the provider has none. A list that cannot be read to its end throws.
   */
  findTransfer(reference: string): Promise<ProviderTransfer | null>
}
