import { randomBytes } from 'node:crypto'
import { behaviourFor, sentinel_verify_faults, sentinelsOf } from '../../behaviour/sentinels.ts'
import type { World } from '../../world.ts'
import type { ChargeStatus, NewTransaction, PaymentType, Transaction } from '../transactions/book.ts'
import { sendChargeWebhook } from '../webhooks/send.ts'

export type Customer = { email: string; name?: string | undefined; phone_number?: string | undefined }

export type ChargeOrder = {
  tx_ref: string
  amount_kobo: number
  currency: string
  payment_type: PaymentType
  customer: Customer
  auth_model: string
  card?: object | null
  meta?: object | null
  ip?: string
}

/** The final answer of the customer's bank, with its message. */
export type Verdict = {
  status: ChargeStatus
  processor_response: string
  /** What arrived, if it is not the requested amount. */
  amount_kobo?: number
  /** How long the money takes to arrive: USSD and bank transfers are never instant. */
  on_its_way_seconds?: number
}

export const approved: Verdict = {
  status: 'successful',
  processor_response: 'Approved by Financial Institution',
}
export const declined = (processor_response: string): Verdict => ({ status: 'failed', processor_response })

const odd_amount_kobo = 100 * 100

/** A charge whose outcome is not known yet: the first row of every attempt on the checkout page. */
export function openCharge(world: World, order: ChargeOrder): Transaction {
  return world.transactions.add(draftOf(world, order))
}

/** Opens and concludes in one write, for `/control/pay` and for a card that asks for nothing. */
export function charge(world: World, order: ChargeOrder, verdict: Verdict): Transaction {
  const t = world.transactions.add({ ...draftOf(world, order), ...conclusion(world, draftOf(world, order), verdict) })
  return announce(world, t)
}

/** Writes the outcome of an open charge; an existing outcome stays. */
export function concludeCharge(world: World, id: number, verdict: Verdict): Transaction | undefined {
  const t = world.transactions.find(id)
  if (!t) return undefined
  const concluded = { ...t, ...conclusion(world, t, verdict) }
  if (t.status !== 'pending' || !world.transactions.conclude(concluded)) return t
  return announce(world, concluded)
}

/** Settles a pending charge, called by its timer or from the control page. */
export function settleCharge(world: World, id: number, status: 'successful' | 'failed'): Transaction | undefined {
  const t = world.transactions.find(id)
  if (t?.status !== 'pending') return t
  const processor_response = status === 'successful' ? approved.processor_response : 'Transaction not completed'
  const settled: Transaction = {
    ...t,
    status,
    processor_response,
    concluded_at_ms: world.now(),
    settles_at_ms: null,
    settles_to: null,
  }
  if (world.transactions.conclude(settled)) sendChargeWebhook(world, settled)
  return settled
}

/** After a restart, starts the timers of pending charges again. */
export function resumeCharges(world: World) {
  for (const t of world.transactions.unsettled()) scheduleSettlement(world, t)
}

function announce(world: World, t: Transaction): Transaction {
  if (t.settles_at_ms === null) sendChargeWebhook(world, t)
  else scheduleSettlement(world, t)
  return t
}

function scheduleSettlement(world: World, t: Transaction) {
  const { settles_at_ms, settles_to } = t
  if (settles_at_ms === null || settles_to === null || settles_to === 'pending') return
  const seconds_left = Math.max(0, settles_at_ms - world.now()) / 1000
  world.agenda.in(seconds_left * world.settings.time_scale, () => settleCharge(world, t.id, settles_to))
}

/** A new charge, before any bank has answered. */
export function draftOf(world: World, order: ChargeOrder): NewTransaction {
  const { customer } = order
  return {
    tx_ref: order.tx_ref,
    flw_ref: `FLW-MOCK-${randomBytes(16).toString('hex')}`,
    amount_kobo: order.amount_kobo,
    currency: order.currency,
    status: 'pending',
    payment_type: order.payment_type,
    auth_model: order.auth_model,
    processor_response: null,
    narration: `${order.payment_type.toUpperCase().replace('_', ' ')} Transaction`,
    ip: order.ip ?? '127.0.0.1',
    customer_name: customer.name?.trim() || 'Anonymous customer',
    customer_email: customer.email,
    customer_phone: customer.phone_number ?? '',
    card: order.card ? JSON.stringify(order.card) : null,
    meta: order.meta ? JSON.stringify(order.meta) : null,
    created_at_ms: world.now(),
    concluded_at_ms: null,
    settles_at_ms: null,
    settles_to: null,
    verify_fault: null,
    verify_faults_left: 0,
  }
}

/** The columns that a verdict changes, after the switches and the customer's sentinel words. */
function conclusion(world: World, t: NewTransaction, verdict: Verdict): Partial<Transaction> {
  const now_ms = world.now()
  const email = t.customer_email
  if (verdict.status === 'pending') return { processor_response: 'Transaction in progress' }
  if (verdict.status === 'failed' || sentinelsOf(email).declines) {
    const processor_response = verdict.status === 'failed' ? verdict.processor_response : 'Declined by the bank'
    return { status: 'failed', processor_response, concluded_at_ms: now_ms }
  }
  const behaviour = behaviourFor(world.behaviour.current(), email)
  const { verify } = sentinelsOf(email).behaviour
  const verify_fault = verify ?? null
  const paid: Partial<Transaction> = {
    amount_kobo: arriving(verdict.amount_kobo ?? t.amount_kobo, behaviour.amount),
    currency: behaviour.currency === 'USD' ? 'USD' : t.currency,
    verify_fault,
    verify_faults_left: verify_fault === null ? 0 : sentinel_verify_faults,
  }
  const on_its_way_seconds = behaviour.settle === 'now' ? verdict.on_its_way_seconds : behaviour.settle_seconds
  if (on_its_way_seconds === undefined) {
    const { processor_response } = verdict
    return { ...paid, status: 'successful', processor_response, concluded_at_ms: now_ms }
  }
  return {
    ...paid,
    processor_response: 'Transaction in progress',
    settles_to: behaviour.settle === 'pending_then_failed' ? 'failed' : 'successful',
    settles_at_ms: now_ms + Math.round((on_its_way_seconds * 1000) / world.settings.time_scale),
  }
}

function arriving(amount_kobo: number, amount: 'exact' | 'short' | 'excess'): number {
  if (amount === 'short') return Math.max(1, amount_kobo - odd_amount_kobo)
  if (amount === 'excess') return amount_kobo + odd_amount_kobo
  return amount_kobo
}
