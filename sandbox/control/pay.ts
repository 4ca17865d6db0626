import { z } from 'zod'
import { approved, type ChargeOrder, charge, declined, type Verdict } from '../flutterwave/charges/charge.ts'
import { callbackShape } from '../flutterwave/checkout/callback.ts'
import { toKobo } from '../flutterwave/naira.ts'
import { verifiedShape } from '../flutterwave/transactions/shapes.ts'
import type { World } from '../world.ts'

/** The card of charges without a browser. */
export const test_card = {
  first_6digits: '553188',
  last_4digits: '2950',
  issuer: 'MASTERCARD CREDIT',
  country: 'NG',
  type: 'MASTERCARD',
  token: 'flw-t1nf-sandbox',
  expiry: '09/32',
}

const payment = z.object({
  tx_ref: z.string().min(1),
  /** Naira. */
  amount: z.union([z.number(), z.string()]),
  currency: z.string().default('NGN'),
  method: z.enum(['card', 'ussd', 'banktransfer']).default('card'),
  outcome: z.enum(['successful', 'failed', 'pending']).default('successful'),
  customer: z.object({
    email: z.string().min(3),
    name: z.string().optional(),
    phone_number: z.string().optional(),
  }),
})

const verdicts: Record<'successful' | 'failed' | 'pending', Verdict> = {
  successful: approved,
  failed: declined('Declined by the bank'),
  pending: { status: 'pending', processor_response: 'Transaction in progress' },
}

/** A charge without a browser: everything a customer does on the checkout page, in one call. */
export function payWithoutBrowser(world: World, body: unknown) {
  const { tx_ref, currency, method, outcome, customer, ...asked } = payment.parse(body)
  const amount_kobo = toKobo(asked.amount)
  if (amount_kobo === null || amount_kobo <= 0) return null
  const order: ChargeOrder = {
    tx_ref,
    amount_kobo,
    currency,
    payment_type: method === 'banktransfer' ? 'bank_transfer' : method,
    customer,
    auth_model: { card: 'PIN', ussd: 'USSD', banktransfer: 'AUTH' }[method],
    card: method === 'card' ? test_card : null,
  }
  const t = charge(world, order, verdicts[outcome])
  return {
    transaction_id: t.id,
    status: t.status,
    callback: callbackShape(world, t),
    transaction: verifiedShape(t),
  }
}
