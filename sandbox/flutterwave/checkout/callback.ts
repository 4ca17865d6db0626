import { behaviourFor } from '../../behaviour/sentinels.ts'
import type { World } from '../../world.ts'
import { toNaira } from '../naira.ts'
import type { Transaction } from '../transactions/book.ts'

/** What the browser's callback gets for a charge; null when it should not be called. */
export function callbackShape(world: World, t: Transaction) {
  const { callback_status } = behaviourFor(world.behaviour.current(), t.customer_email)
  const status = t.status === 'successful' ? callback_status : t.status
  if (status === 'none') return null
  return {
    status,
    customer: { name: t.customer_name, email: t.customer_email, phone_number: t.customer_phone },
    transaction_id: t.id,
    tx_ref: t.tx_ref,
    flw_ref: t.flw_ref,
    currency: t.currency,
    amount: toNaira(t.amount_kobo),
    charged_amount: toNaira(t.amount_kobo),
    charge_response_code: t.status === 'successful' ? '00' : t.status === 'pending' ? '02' : 'RR',
    charge_response_message: t.processor_response,
    created_at: new Date(t.created_at_ms).toISOString(),
  }
}
