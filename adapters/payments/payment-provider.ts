import type { Kobo } from '../../domain/money.ts'

/** One attempt to pay, as the provider knows it. Only `successful` is money. */
export type Charge = {
  provider_transaction_id: string
  tx_ref: string
  amount: Kobo
  currency: string
  status: 'successful' | 'failed' | 'pending'
  provider_fee: Kobo | null
  payment_type: string
  created_at: Date | null
  /** The account to which a pending bank transfer goes, if the provider tells it. */
  transfer_account?: { account_number: string; bank_name: string; expires_at: Date }
}

export type PaymentWindow = {
  tx_ref: string
  total: Kobo
  currency: string
  /** Without a number where somebody pays for another. */
  customer: { email: string; phone?: string; name: string }
}

/** What the browser needs to open the provider's window. Holds no secret. */
export type PaymentWindowOptions = {
  script_url: string
  global_name: string
  options: Record<string, unknown>
}

/** What a webhook is about. Never to be believed without asking. */
export type WebhookReading = {
  kind: 'charge' | 'refund' | 'transfer' | 'other'
  tx_ref: string | null
  provider_transaction_id: string | null
  /** Whether it reports a success: if the provider's answer does not know of it yet, that answer is not final. */
  claims_success: boolean
}

export type ProviderRefund = {
  provider_refund_id: string
  provider_transaction_id: string
  amount: Kobo
  status: 'done' | 'pending' | 'failed'
  comment: string
}

/** A charge as the provider's list shows it, its status in the provider's own word. */
export type ListedCharge = Omit<Charge, 'status'> & { status: string; customer_email: string }
export type ListedRefund = ProviderRefund & { created_at: Date | null }

/** Money that a customer's bank asks back, as the provider's list shows it. */
export type ListedChargeback = {
  provider_chargeback_id: string
  provider_transaction_id: string
  amount: Kobo
  status: 'initiated' | 'accepted' | 'declined' | 'won' | 'lost'
  /** The provider's own words. */
  stage: string
  reason: string
  due_at: Date | null
  created_at: Date | null
}

/** A page of a list, newest first. `total` is how many rows the provider says it has, null when it does not say. */
export type ListPage<Row> = { rows: Row[]; pages: number; total: number | null }

/** The provider's own records, for the admins and for reconciliation. The provider decides the size of a page. */
export type ProviderLists = {
  /** Pages count from 1; `from` and `to` are days, 'YYYY-MM-DD', both included. */
  listCharges(request: {
    page: number
    from?: string
    to?: string
    timeout_seconds?: number
  }): Promise<ListPage<ListedCharge>>
  listRefunds(request: { page: number; timeout_seconds?: number }): Promise<ListPage<ListedRefund>>
  /** By the days of the chargebacks, not of their charges. `unread` counts the rows of the page that we cannot read. */
  listChargebacks(request: {
    page: number
    from: string
    to: string
  }): Promise<ListPage<ListedChargeback> & { unread: number }>
}

/**
 * Taking money from customers. Amounts are kobo; each adapter converts them. Every method that asks the provider throws
 * ProviderUnavailable when the outcome is unknown.
 */
export type PaymentProvider = ProviderLists & {
  readonly name: string
  /** Options for the provider's own script in the customer's browser. */
  paymentWindow(window: PaymentWindow): PaymentWindowOptions
  /**
   * The address of a page of the provider's own on which the same is paid, for a browser without our script or theirs.
   * It leads back to `return_url`, to which it adds `status`, `tx_ref` and, once something was tried,
   * `transaction_id`.
   */
  paymentPage(window: PaymentWindow, return_url: string): Promise<string>
  /** The charge with this id, or null when the provider has none. */
  findCharge(provider_transaction_id: string): Promise<Charge | null>
  /** The charge that counts under a tx_ref: a successful one if there is one, else the latest attempt, else null. */
  findChargeByReference(tx_ref: string): Promise<Charge | null>
  /** Every successful charge under a tx_ref, unverified: a checkout may be paid twice. At most 50 of them. */
  findSuccessfulCharges(tx_ref: string): Promise<Charge[]>
  /** Whether the provider itself sent a webhook, judged on its raw bytes. */
  isGenuineWebhook(headers: Headers, raw_body: Buffer): boolean
  /** Reads the body of a webhook. Never throws: what cannot be read is of kind `other`. */
  readWebhook(body: string): WebhookReading
  /** The body as it may be stored: it reads the same, without data of the payer or the card. Never throws. */
  storableWebhook(body: string): string
  /** Asks for a refund. `findRefund` finds it again by `comment`, so that an unknown outcome can be looked up. */
  refund(request: {
    provider_transaction_id: string
    amount: Kobo
    comment: string
  }): Promise<{ accepted: true; refund: ProviderRefund } | { accepted: false; message: string }>
  /**
   * A refund asked for earlier: by its id if known, else by our comment among those made since `asked_at`. Null when
   * the provider does not have it. Throws when a list cannot be read within 40 s, because asking again would pay again.
   * If not `certain`, it is a refund of the same transaction and `amount` without any comment, and not among `others`,
   * the ids of refunds known to be different ones: it may be ours.
   */
  findRefund(request: {
    provider_refund_id: string | null
    provider_transaction_id: string
    amount: Kobo
    comment: string
    asked_at: Date
    others: readonly string[]
  }): Promise<{ refund: ProviderRefund; certain: boolean } | null>
}
