import { createHash } from 'node:crypto'
import { brand } from '../../domain/brand.ts'
import { nairaNumber } from '../../domain/money.ts'
import { ProviderUnavailable } from '../call-provider.ts'
import { flutterwaveCall } from './flutterwave-call.ts'
import { readTransaction } from './flutterwave-charge.ts'
import { flutterwaveLists } from './flutterwave-lists.ts'
import { readRefund } from './flutterwave-refund.ts'
import {
  isGenuineFlutterwaveWebhook,
  readFlutterwaveWebhook,
  storableFlutterwaveWebhook,
} from './flutterwave-webhook.ts'
import type { Charge, PaymentProvider, PaymentWindow, ProviderRefund } from './payment-provider.ts'

export type FlutterwaveSettings = {
  base_url: string
  script_url: string
  public_key: string
  secret_key: string
  webhook_secret: string
}

/** Of ten charges each: nobody pays one checkout more often by mistake. */
const MOST_PAGES = 5

/** How long the list of refunds is read: less than the lease of the worker that waits for it. */
const SEARCH_SECONDS = 40

/** How much earlier than our own clock the provider's may stand when a refund of ours is looked for. */
const CLOCK_DIFFERENCE_MS = 24 * 60 * 60 * 1000

/** Flutterwave v3 (docs/providers.md#flutterwave). It speaks naira; kobo end here. */
export function flutterwave(settings: FlutterwaveSettings): PaymentProvider {
  const call = flutterwaveCall(settings)

  async function chargeAt(path: string): Promise<Charge | null> {
    const answer = await call('GET', path)
    if (answer.status !== 'success') return null
    const charge = readTransaction(answer.data)
    if (!charge) throw new ProviderUnavailable('flutterwave verify: a transaction we cannot read')
    return charge
  }

  async function successfulCharges(tx_ref: string): Promise<Charge[]> {
    const found: Charge[] = []
    for (let page = 1, pages = 1; page <= Math.min(pages, MOST_PAGES); page++) {
      const query = new URLSearchParams({ tx_ref, status: 'successful', page: String(page) })
      const list = await call('GET', `/transactions?${query}`)
      if (list.status !== 'success' || !Array.isArray(list.data)) {
        throw new ProviderUnavailable('flutterwave /transactions: an answer we cannot read')
      }
      const charges = list.data.map(readTransaction).filter((charge) => charge !== null)
      found.push(...charges.filter((row) => row.tx_ref === tx_ref && row.status === 'successful'))
      pages = list.meta?.page_info.total_pages ?? 1
    }
    return found
  }

  async function refundAt(path: string): Promise<ProviderRefund> {
    const answer = await call('GET', path)
    const refund = answer.status === 'success' ? readRefund(answer.data) : null
    if (!refund) throw new ProviderUnavailable('flutterwave refund: one that we cannot read')
    return refund
  }

  return {
    name: 'flutterwave',
    ...flutterwaveLists(call),

    paymentWindow: (window) => ({
      script_url: settings.script_url,
      global_name: 'FlutterwaveCheckout',
      options: {
        public_key: settings.public_key,
        tx_ref: window.tx_ref,
        amount: nairaNumber(window.total),
        currency: window.currency,
        payment_options: 'card, ussd, banktransfer',
        customer: {
          email: window.customer.email,
          phone_number: window.customer.phone,
          name: window.customer.name,
        },
        customizations: { title: brand.name, description: 'Payment for your order' },
        payload_hash: payloadHash(settings.secret_key, window),
      },
    }),

    findCharge: (id) => chargeAt(`/transactions/${encodeURIComponent(id)}/verify`),

    async findChargeByReference(tx_ref) {
      const query = new URLSearchParams({ tx_ref })
      const charge = await chargeAt(`/transactions/verify_by_reference?${query}`)
      if (!charge || charge.status === 'successful') return charge
      // Several attempts share a tx_ref, and this call may show one that failed although another succeeded (docs/providers.md#flutterwave-verify).
      const [paid] = await successfulCharges(tx_ref)
      return paid
        ? chargeAt(`/transactions/${encodeURIComponent(paid.provider_transaction_id)}/verify`)
        : charge
    },

    findSuccessfulCharges: successfulCharges,

    isGenuineWebhook: (headers, raw_body) =>
      isGenuineFlutterwaveWebhook(settings.webhook_secret, headers, raw_body),
    readWebhook: readFlutterwaveWebhook,
    storableWebhook: storableFlutterwaveWebhook,

    async refund({ provider_transaction_id, amount, comment }) {
      const answer = await call(
        'POST',
        `/transactions/${encodeURIComponent(provider_transaction_id)}/refund`,
        {
          amount: nairaNumber(amount),
          comments: comment,
        },
      )
      if (answer.status !== 'success') return { accepted: false, message: answer.message ?? 'refused' }
      const refund = readRefund({ comments: comment, ...(answer.data as object) })
      if (!refund) throw new ProviderUnavailable('flutterwave refund: an answer we cannot read')
      return { accepted: true, refund }
    },

    async findRefund({ provider_refund_id, provider_transaction_id, amount, comment, asked_at, others }) {
      if (provider_refund_id) {
        return { refund: await refundAt(`/refunds/${encodeURIComponent(provider_refund_id)}`), certain: true }
      }
      const started_ms = performance.now()
      const since_ms = asked_at.getTime() - CLOCK_DIFFERENCE_MS
      let maybe: ProviderRefund | null = null
      // Ten a page, newest first: those older than the question need not be looked at.
      for (let page = 1, pages = 1; page <= pages; page++) {
        if (performance.now() - started_ms > SEARCH_SECONDS * 1000) {
          throw new ProviderUnavailable(`flutterwave /refunds: not read within ${SEARCH_SECONDS} s`)
        }
        const list = await call('GET', `/refunds?page=${page}`)
        if (list.status !== 'success' || !Array.isArray(list.data)) {
          throw new ProviderUnavailable('flutterwave /refunds: an answer we cannot read')
        }
        const refunds = list.data.map(readRefund)
        const ours = refunds.filter((row) => row?.provider_transaction_id === provider_transaction_id)
        const known = ours.find((row) => row?.comment === comment)
        if (known) return { refund: known, certain: true }
        // No documented answer repeats the comment (docs/providers.md#flutterwave-refunds).
        maybe ??=
          ours.find(
            (row) =>
              row?.comment === '' &&
              row.amount === amount &&
              !others.includes(row.provider_refund_id) &&
              (row.created_at === null || row.created_at.getTime() >= since_ms),
          ) ?? null
        const oldest = refunds.at(-1)?.created_at
        if (oldest && oldest.getTime() < since_ms) break
        pages = list.meta?.page_info.total_pages ?? 1
      }
      return maybe && { refund: maybe, certain: false }
    },
  }
}

/** Binds amount, currency, mail address and tx_ref to our secret key (docs/providers.md#flutterwave-checksum). */
export function payloadHash(secret_key: string, window: PaymentWindow): string {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
  const { currency, customer, tx_ref } = window
  return sha256(`${nairaNumber(window.total)}${currency}${customer.email}${tx_ref}${sha256(secret_key)}`)
}
