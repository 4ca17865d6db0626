import { appFeeKobo, toNaira } from '../naira.ts'
import type { Transaction } from './book.ts'

export const account_id = 2508309

/** The same mail address always gets the same customer id (FNV-1a, kept positive). */
export function customerId(email: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < email.length; i++) hash = Math.imul(hash ^ email.charCodeAt(i), 0x01000193)
  return hash >>> 2
}

const iso = (ms: number) => new Date(ms).toISOString()
const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json))

/** Fees exist once the money has arrived: a pending or failed charge shows none. */
function settlement(t: Transaction) {
  if (t.status !== 'successful') return { app_fee: null, amount_settled: null }
  const fee_kobo = appFeeKobo(t.amount_kobo)
  return { app_fee: toNaira(fee_kobo), amount_settled: toNaira(t.amount_kobo - fee_kobo) }
}

function core(t: Transaction) {
  const amount = toNaira(t.amount_kobo)
  return {
    id: t.id,
    tx_ref: t.tx_ref,
    flw_ref: t.flw_ref,
    device_fingerprint: 'N/A',
    amount,
    currency: t.currency,
    charged_amount: amount,
    app_fee: settlement(t).app_fee,
    merchant_fee: 0,
    processor_response: t.processor_response,
    auth_model: t.auth_model,
    ip: t.ip,
    narration: t.narration,
    status: t.status,
    payment_type: t.payment_type,
    created_at: iso(t.created_at_ms),
  }
}

/** The `data` of verify and verify_by_reference. */
export function verifiedShape(t: Transaction) {
  return {
    ...core(t),
    account_id,
    ...(t.card === null ? {} : { card: parsed(t.card) }),
    meta: parsed(t.meta),
    amount_settled: settlement(t).amount_settled,
    customer: {
      id: customerId(t.customer_email),
      name: t.customer_name,
      phone_number: t.customer_phone || 'N/A',
      email: t.customer_email,
      created_at: iso(t.created_at_ms),
    },
  }
}

/** A row of the list: flat customer, account id as text, unlike verify. */
export function rowShape(t: Transaction) {
  return {
    ...core(t),
    amount_settled: settlement(t).amount_settled,
    ...(t.card === null ? {} : { card: parsed(t.card) }),
    customer_name: t.customer_name,
    customer_email: t.customer_email,
    account_id: String(account_id),
  }
}
