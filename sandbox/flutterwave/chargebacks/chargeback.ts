import { z } from 'zod'
import type { World } from '../../world.ts'
import { toKobo, toNaira } from '../naira.ts'
import type { Transaction } from '../transactions/book.ts'
import { type Chargeback, chargeback_statuses } from './book.ts'

/** Naira; all of the charge when left out. */
export const raised = z.object({
  amount: z.union([z.number(), z.string()]).optional(),
  comment: z.string().default('Product/service not received'),
})
export const moved = z.object({ status: z.enum(chargeback_statuses) })

/** The older page's 48 hours; the newer one has ten working hours. */
const answer_within_ms = 48 * 60 * 60 * 1000

/** A customer's bank asks a successful charge back, or a part of it. Nobody is told; it stands in the list. */
export function chargeBack(world: World, t: Transaction, { amount, comment }: z.infer<typeof raised>) {
  const amount_kobo = amount === undefined ? t.amount_kobo : toKobo(amount)
  if (t.status !== 'successful' || amount_kobo === null || amount_kobo <= 0) return null
  const created_at_ms = world.now()
  return world.chargebacks.add({
    transaction_id: t.id,
    tx_ref: t.tx_ref,
    flw_ref: t.flw_ref,
    amount_kobo,
    status: 'initiated',
    stage: 'new',
    comment,
    due_at_ms: created_at_ms + answer_within_ms,
    created_at_ms,
  })
}

export const chargebackShape = (row: Chargeback) => ({
  id: row.id,
  amount: toNaira(row.amount_kobo),
  flw_ref: row.flw_ref,
  status: row.status,
  stage: row.stage,
  comment: row.comment,
  meta: { uploaded_proof: null, history: [] },
  due_date: new Date(row.due_at_ms).toISOString(),
  settlement_id: 'N/A',
  created_at: new Date(row.created_at_ms).toISOString(),
  transaction_id: row.transaction_id,
  tx_ref: row.tx_ref,
})
