import { behaviourFor } from '../../behaviour/sentinels.ts'
import type { World } from '../../world.ts'
import { toNaira } from '../naira.ts'
import type { Transaction } from '../transactions/book.ts'
import { account_id } from '../transactions/shapes.ts'
import { mail } from '../webhooks/send.ts'
import type { Refund, RefundStatus } from './book.ts'

const wallet_id = 74639

/** Refunds money. The provider has no idempotency key: asked twice, it refunds twice while money remains. */
export function refund(world: World, t: Transaction, amount_kobo: number, comments: string): Refund {
  const behaviour = behaviourFor(world.behaviour.current(), t.customer_email)
  const settles_to = { pending_then_completed: 'completed', pending_then_failed: 'failed' }[
    behaviour.refund as 'pending_then_completed'
  ] as RefundStatus | undefined
  const made = world.refunds.add({
    transaction_id: t.id,
    flw_ref: t.flw_ref,
    amount_kobo,
    status: settles_to ? 'pending' : 'completed',
    comments,
    created_at_ms: world.now(),
    settles_at_ms: settles_to
      ? world.now() + Math.round((behaviour.settle_seconds * 1000) / world.settings.time_scale)
      : null,
    settles_to: settles_to ?? null,
  })
  if (settles_to) scheduleRefund(world, made)
  else tellOfRefund(world, made)
  return made
}

/** After a restart, starts the timers of pending refunds again. */
export function resumeRefunds(world: World) {
  for (const waiting of world.refunds.unsettled()) scheduleRefund(world, waiting)
}

function scheduleRefund(world: World, { id, settles_at_ms, settles_to }: Refund) {
  if (settles_at_ms === null || settles_to === null) return
  const seconds_left = Math.max(0, settles_at_ms - world.now()) / 1000
  world.agenda.in(seconds_left * world.settings.time_scale, () => {
    const settled = world.refunds.settle(id, settles_to) ? world.refunds.find(id) : undefined
    if (settled) tellOfRefund(world, settled)
  })
}

/** Off unless the merchant asked support for it. The body is flat, in PascalCase, without an `event`. */
function tellOfRefund(world: World, made: Refund) {
  if (world.behaviour.current().refund_webhook === 'off') return
  const created_at = new Date(made.created_at_ms).toISOString()
  mail(world, {
    kind: 'refund',
    subject_id: made.id,
    body: {
      id: made.id,
      AmountRefunded: toNaira(made.amount_kobo),
      status: made.status,
      FlwRef: made.flw_ref,
      destination: 'payment_source',
      comments: made.comments,
      settlement_id: 'NEW',
      meta: JSON.stringify({ source: 'availablebalance' }),
      createdAt: created_at,
      updatedAt: new Date().toISOString(),
      deletedAt: null,
      walletId: wallet_id,
      AccountId: account_id,
      TransactionId: made.transaction_id,
    },
  })
}

/** With the comment, as in the webhook, or without, as in the documented answers. */
export const refundShape = (world: World, made: Refund) => ({
  id: made.id,
  account_id,
  tx_id: made.transaction_id,
  flw_ref: made.flw_ref,
  wallet_id,
  amount_refunded: toNaira(made.amount_kobo),
  status: made.status,
  destination: 'payment_source',
  ...(world.behaviour.current().refund_comments === 'omitted' ? {} : { comments: made.comments }),
  meta: { source: 'availablebalance' },
  created_at: new Date(made.created_at_ms).toISOString(),
})
