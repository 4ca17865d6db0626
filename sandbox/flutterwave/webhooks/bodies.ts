import { appFeeKobo, toNaira } from '../naira.ts'
import type { Transaction } from '../transactions/book.ts'
import { account_id, customerId, verifiedShape } from '../transactions/shapes.ts'

const event_types = {
  card: 'CARD_TRANSACTION',
  bank_transfer: 'BANK_TRANSFER_TRANSACTION',
  ussd: 'USSD_TRANSACTION',
} as const

/** Shape A, the v3 envelope. */
export function envelopedCharge(t: Transaction) {
  const { meta, amount_settled: _, ...data } = verifiedShape(t)
  return { event: 'charge.completed', data, meta_data: meta ?? {}, 'event.type': event_types[t.payment_type] }
}

/** Shape B, flat with camelCase names, which some merchant accounts still receive. */
export function flatCharge(t: Transaction) {
  const created_at = new Date(t.created_at_ms).toISOString()
  const amount = toNaira(t.amount_kobo)
  return {
    id: t.id,
    txRef: t.tx_ref,
    flwRef: t.flw_ref,
    orderRef: `URF_${t.created_at_ms}_${t.id}`,
    paymentPlan: null,
    paymentPage: null,
    createdAt: created_at,
    amount,
    charged_amount: amount,
    status: t.status,
    IP: t.ip,
    currency: t.currency,
    appfee: t.status === 'successful' ? toNaira(appFeeKobo(t.amount_kobo)) : null,
    merchantfee: 0,
    merchantbearsfee: 1,
    customer: {
      id: customerId(t.customer_email),
      phone: t.customer_phone || null,
      fullName: t.customer_name,
      customertoken: null,
      email: t.customer_email,
      createdAt: created_at,
      updatedAt: created_at,
      deletedAt: null,
      AccountId: account_id,
    },
    entity: flatEntity(t),
    'event.type': event_types[t.payment_type],
  }
}

function flatEntity(t: Transaction) {
  if (t.card === null) return { id: 'NO-ENTITY' }
  const card = JSON.parse(t.card) as Record<string, string>
  return { card6: card.first_6digits, card_last4: card.last_4digits, card_country_iso: 'NG', createdAt: null }
}
