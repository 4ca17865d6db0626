import type { Charge, PaymentProvider } from '../adapters/payments/payment-provider.ts'
import { type Kobo, kobo } from '../domain/money.ts'

/** A payment of the demo's past, before any provider knows of it. */
export type PastPayment = {
  tx_ref: string
  total_kobo: Kobo
  payment_type: 'card' | 'ussd' | 'bank_transfer'
  customer: { email: string; name: string; phone: string }
  paid_at: Date
}

/** Where the demo's past was paid: `charges` answers the provider's charge for each payment, by its reference. */
export type PastProvider = {
  readonly name: string
  charges(payments: readonly PastPayment[]): Promise<ReadonlyMap<string, Charge>>
}

/** No real provider has these charges: theirs is called "demo", so that the reconciliation does not look for them. */
export const made_up: PastProvider = {
  name: 'demo',
  charges: async (payments) =>
    new Map(
      payments.map(({ tx_ref, total_kobo: total, payment_type, paid_at }, index) => [
        tx_ref,
        {
          provider_transaction_id: `demo-${index}`,
          tx_ref,
          amount: total,
          currency: 'NGN',
          status: 'successful',
          provider_fee: kobo(Math.round(total * 0.014)),
          payment_type,
          created_at: paid_at,
        },
      ]),
    ),
}

/**
 * Pays the past at the sandbox: it gets the payments, and is asked for each like any provider. Throws when it refuses
 * them, or no longer knows one.
 */
export function paidAtSandbox(payments: PaymentProvider, sandbox_url: string): PastProvider {
  return {
    name: payments.name,
    async charges(past) {
      const charges = past.map(({ tx_ref, total_kobo: total, payment_type, customer, paid_at }) => ({
        tx_ref,
        amount: total / 100,
        payment_type,
        customer: { email: customer.email, name: customer.name, phone_number: customer.phone },
        created_at: paid_at.toISOString(),
      }))
      const answer = await fetch(`${sandbox_url}/control/history`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ charges }),
      })
      if (!answer.ok) throw new Error(`The sandbox did not take the demo's past payments: ${answer.status}`)
      const known = new Map<string, Charge>()
      for (const { tx_ref } of past) {
        const charge = await payments.findChargeByReference(tx_ref)
        if (!charge) throw new Error(`The sandbox does not know the past payment ${tx_ref}`)
        known.set(tx_ref, charge)
      }
      return known
    },
  }
}
