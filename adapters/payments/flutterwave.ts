import { createHash } from 'node:crypto'
import { z } from 'zod'
import { brand } from '../../domain/brand.ts'
import { nairaNumber } from '../../domain/money.ts'
import { ProviderUnavailable } from '../call-provider.ts'
import { flutterwaveCall, flutterwavePages } from './flutterwave-call.ts'
import { readTransaction } from './flutterwave-charge.ts'
import { flutterwaveLists } from './flutterwave-lists.ts'
import { flutterwaveRefunds } from './flutterwave-refund.ts'
import {
  isGenuineFlutterwaveWebhook,
  readFlutterwaveWebhook,
  storableFlutterwaveWebhook,
} from './flutterwave-webhook.ts'
import type { Charge, PaymentProvider, PaymentWindow } from './payment-provider.ts'

export type FlutterwaveSettings = {
  base_url: string
  script_url: string
  public_key: string
  secret_key: string
  webhook_secret: string
}

/** Of ten charges each: nobody pays one checkout more often by mistake. */
const MOST_PAGES = 5

const payment_page = z.object({ link: z.url({ protocol: /^https?$/ }) })

/** Flutterwave v3 (docs/providers.md#flutterwave), in naira there, kobo here. */
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
    let pages = 0
    for await (const page of flutterwavePages(call, '/transactions', { tx_ref, status: 'successful' })) {
      const charges = page.map(readTransaction).filter((charge) => charge !== null)
      found.push(...charges.filter((row) => row.tx_ref === tx_ref && row.status === 'successful'))
      if (++pages === MOST_PAGES) break
    }
    return found
  }

  /** The same words to the window and to the page. */
  const orderOf = (window: PaymentWindow) => ({
    tx_ref: window.tx_ref,
    amount: nairaNumber(window.total),
    currency: window.currency,
    payment_options: 'card, ussd, banktransfer',
    customer: {
      email: window.customer.email,
      ...(window.customer.phone !== undefined && { phone_number: window.customer.phone }),
      name: window.customer.name,
    },
    customizations: { title: brand.name, description: 'Payment for your order' },
    payload_hash: payloadHash(settings.secret_key, window),
  })

  return {
    name: 'flutterwave',
    ...flutterwaveLists(call),
    ...flutterwaveRefunds(call),

    paymentWindow: (window) => ({
      script_url: settings.script_url,
      global_name: 'FlutterwaveCheckout',
      options: { public_key: settings.public_key, ...orderOf(window) },
    }),

    async paymentPage(window, return_url) {
      const { customer, ...order } = orderOf(window)
      const answer = await call('POST', '/payments', {
        ...order,
        redirect_url: return_url,
        customer: { email: customer.email, name: customer.name, phonenumber: customer.phone_number },
      })
      const link = payment_page.safeParse(answer.data)
      if (!link.success) throw new ProviderUnavailable(`flutterwave payments: ${answer.message ?? 'no link'}`)
      return link.data.link
    },

    findCharge: (id) => chargeAt(`/transactions/${encodeURIComponent(id)}/verify`),

    async findChargeByReference(tx_ref) {
      const query = new URLSearchParams({ tx_ref })
      const charge = await chargeAt(`/transactions/verify_by_reference?${query}`)
      if (!charge || charge.status === 'successful') return charge
      // Several attempts share a tx_ref, and this call may show one that failed although another succeeded
      // (docs/providers.md#flutterwave-verify).
      const [paid] = await successfulCharges(tx_ref)
      return paid ? chargeAt(`/transactions/${encodeURIComponent(paid.provider_transaction_id)}/verify`) : charge
    },

    findSuccessfulCharges: successfulCharges,

    isGenuineWebhook: (headers, raw_body) => isGenuineFlutterwaveWebhook(settings.webhook_secret, headers, raw_body),
    readWebhook: readFlutterwaveWebhook,
    storableWebhook: storableFlutterwaveWebhook,
  }
}

/** Binds amount, currency, mail address and tx_ref to our secret key (docs/providers.md#flutterwave-checksum). */
export function payloadHash(secret_key: string, window: PaymentWindow): string {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
  const { currency, customer, tx_ref } = window
  return sha256(`${nairaNumber(window.total)}${currency}${customer.email}${tx_ref}${sha256(secret_key)}`)
}
