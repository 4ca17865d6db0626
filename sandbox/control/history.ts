import { z } from 'zod'
import { approved, draftOf } from '../flutterwave/charges/charge.ts'
import { toKobo } from '../flutterwave/naira.ts'
import type { World } from '../world.ts'
import { test_card } from './pay.ts'

const auth_models = { card: 'PIN', ussd: 'USSD', bank_transfer: 'AUTH' } as const

const past_charge = z.object({
  tx_ref: z.string().min(1),
  /** Naira. */
  amount: z.union([z.number(), z.string()]),
  payment_type: z.enum(['card', 'ussd', 'bank_transfer']),
  customer: z.object({ email: z.string().min(3), name: z.string(), phone_number: z.string() }),
  created_at: z.iso.datetime(),
})
const history = z.object({ charges: z.array(past_charge).max(1000) })

/** Marks these rows in the books, so that another history replaces this one. */
const HISTORY = { history: true }

/** Adds charges from before the server started, oldest first, without webhooks. Answers how many; null if invalid. */
export function keepHistory(world: World, body: unknown): number | null {
  const { charges } = history.parse(body)
  const rows = charges.map(({ created_at, amount, ...order }) => {
    const created_at_ms = Date.parse(created_at)
    return {
      ...draftOf(world, {
        ...order,
        amount_kobo: toKobo(amount) ?? 0,
        currency: 'NGN',
        auth_model: auth_models[order.payment_type],
        card: order.payment_type === 'card' ? test_card : null,
        meta: HISTORY,
      }),
      status: 'successful' as const,
      processor_response: approved.processor_response,
      created_at_ms,
      concluded_at_ms: created_at_ms,
    }
  })
  if (rows.some((row) => row.amount_kobo <= 0)) return null
  world.transactions.replaceMarked(JSON.stringify(HISTORY), rows)
  return rows.length
}
