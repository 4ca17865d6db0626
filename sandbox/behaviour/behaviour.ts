import { z } from 'zod'

const seconds = z.number().min(0).max(86_400)
const count = z.int().min(0).max(1_000_000)

/** Everything that can be made to go wrong at the outside services. The first value of each list is the default. */
export const behaviour_fields = {
  callback_status: z.enum(['successful', 'completed', 'failed', 'none']),
  webhook: z.enum(['normal', 'none', 'late', 'duplicate', 'reordered', 'forged']),
  webhook_late_seconds: seconds,
  webhook_shape: z.enum(['enveloped', 'flat', 'alternate']),
  webhook_auth: z.enum(['verif-hash', 'signature', 'both']),
  settle: z.enum(['now', 'pending_then_success', 'pending_then_failed']),
  settle_seconds: seconds,
  amount: z.enum(['exact', 'short', 'excess']),
  currency: z.enum(['NGN', 'USD']),
  verify: z.enum(['ok', '503', 'hang', '429', 'nonsense', 'not_found']),
  verify_by_reference: z.enum(['best', 'first', 'latest']),
  lists: z.enum(['ok', '503', 'hang', '429', 'nonsense', 'refused']),
  refund: z.enum([
    'completed',
    'pending_then_completed',
    'pending_then_failed',
    '503',
    'accept_then_503',
    'hang',
    'insufficient_balance',
  ]),
  refund_comments: z.enum(['shown', 'omitted']),
  refund_webhook: z.enum(['off', 'on']),
  transfer: z.enum(['suffix', 'successful', 'failed', '503', 'accept_then_503', 'hang', 'insufficient_balance']),
  paystack: z.enum(['ok', '500', 'hang', '401', '429', 'nonsense']),
  sms: z.enum(['ok', '500', '503', 'hang', '401', '402', 'accept_then_503', 'undelivered']),
  termii: z.enum(['ok', '500', 'hang', '401', 'accept_then_500', 'refused', 'undelivered']),
  sms_report: z.enum(['normal', 'none', 'duplicate', 'reordered']),
  push: z.enum(['ok', '410', '503', 'hang', '403']),
  smtp: z.enum(['ok', 'reject', 'defer', 'drop']),
  nominatim: z.enum(['ok', '500', 'hang', '403', '429', 'empty']),
  script_failures: count,
  frame_failures: count,
  hang_seconds: seconds,
}

const behaviour_schema = z.strictObject(behaviour_fields)
export const behaviour_patch = behaviour_schema.partial()

export type Behaviour = z.infer<typeof behaviour_schema>

export const default_behaviour: Behaviour = {
  callback_status: 'successful',
  webhook: 'normal',
  webhook_late_seconds: 20,
  webhook_shape: 'enveloped',
  webhook_auth: 'verif-hash',
  settle: 'now',
  settle_seconds: 5,
  amount: 'exact',
  currency: 'NGN',
  verify: 'ok',
  verify_by_reference: 'best',
  lists: 'ok',
  refund: 'completed',
  refund_comments: 'shown',
  refund_webhook: 'off',
  transfer: 'suffix',
  paystack: 'ok',
  sms: 'ok',
  termii: 'ok',
  push: 'ok',
  sms_report: 'normal',
  smtp: 'ok',
  nominatim: 'ok',
  script_failures: 0,
  frame_failures: 0,
  hang_seconds: 60,
}
