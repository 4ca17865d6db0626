import type { TransferProvider } from '../../adapters/payments/transfer-provider.ts'
import type { Tx } from '../../db/handle.ts'
import type { Actor } from '../accounts/actor.ts'
import { may } from '../admin-roles.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { campusDate } from '../clock.ts'
import type { Announce, AnnouncingDeps } from '../events.ts'
import { kobo } from '../money.ts'
import { accounts, bookJournal } from '../payments/ledger.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { type HandPaymentErrors, hand_payment_form } from './forms.ts'
import { movePayout } from './move-payout.ts'
import { lockPayablePayout, type PayablePayout, type SeenPayout, type UnpayableRefusal } from './payable-payout.ts'
import { approvalOf } from './second-admin.ts'
import { watchFailed } from './transfers/ask-again.ts'
import { askBeforehand, type EarlierRefusal, isAsStanding } from './transfers/ask-beforehand.ts'
import { askTransfer, type Destination, findDestination, goesTo } from './transfers/ask-transfer.ts'

type Deps = AnnouncingDeps & { transfers: TransferProvider }

export type Approval = { payout_id: number; seen: SeenPayout } & (
  | { method: 'transfer' }
  | { method: 'hand'; bank_reference: string; paid_on: string }
)

/** `first_approval`: a second admin must approve too. `transfer_asked`: on its way. `paid`: done by hand. */
export type Approved = 'first_approval' | 'transfer_asked' | 'paid'

export type ApprovalRefusal =
  | UnpayableRefusal
  | EarlierRefusal
  | Refused<'second_admin_needed', { by: string }>
  | Refused<'unknown_bank', { bank_name: string }>
  | Refused<'provider_unavailable', undefined>
  | Refused<'failed_before', undefined>
  | Refused<'fields', HandPaymentErrors>

/**
 * An admin approves a payout (docs/product.md#payout-lifecycle): by the provider's transfer, which ends in Paid when
 * the provider has done it, or by hand, which is Paid at once under the bank's reference. Refused with who was first
 * when it is already decided or a transfer is under way; while the payee's bank account waits for a check; when amount
 * or account differ from `seen`; to the admin who approved first where two are needed; and, before anything moves, when
 * the provider does not know the bank. After a failed transfer the next one is `retryTransfer`; by hand the provider is
 * asked first whether it still calls it failed (`askBeforehand`).
 */
export async function approvePayout(
  deps: Deps,
  actor: Actor,
  approval: Approval,
): Promise<Accepted<Approved> | ApprovalRefusal> {
  if (!may(actor, 'move_money')) return refused('not_found')
  if (approval.method === 'transfer') return approveTransfer(deps, actor, approval)
  const now = deps.clock.now()
  const read = readHandPayment(approval, now)
  if (!read.ok) return read
  // Before anything is locked: the answer may take long.
  const asked = await askBeforehand(deps, actor, { ...approval, by_hand: read.value.bank_reference })
  if (!asked.ok) return asked
  return deps.db.transaction(async (tx) => {
    const payable = await lockPayablePayout(tx, approval)
    if (!payable.ok) return payable
    if (!isAsStanding(asked.value, payable.value.last_transfer)) return refused('failed_meanwhile')
    const approved = await approvalOf(tx, payable.value.payout, actor, now)
    if (!approved.ok || approved.value === 'first_approval') return approved
    await payByHand(tx, deps.announce, { ...payable.value, ...read.value, actor, now })
    return accepted('paid' as const)
  })
}

async function approveTransfer(
  deps: Deps,
  actor: Actor,
  approval: Pick<Approval, 'payout_id' | 'seen'>,
): Promise<Accepted<Approved> | ApprovalRefusal> {
  const destination = await findDestination(deps, approval.payout_id)
  if (!destination.ok && destination.reason === 'not_found') return refused('not_found')
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const payable = await lockPayablePayout(tx, approval)
    if (!payable.ok) return payable
    const { payout, last_transfer } = payable.value
    if (last_transfer) return refused('failed_before')
    // Another admin's decision is told before a problem with the bank.
    if (!destination.ok) return destination
    if (!goesTo(payout, destination.value)) return refused('bank_changed')
    const approved = await approvalOf(tx, payout, actor, now)
    if (!approved.ok || approved.value === 'first_approval') return approved
    await askTransfer(tx, { ...transferOf(deps, destination.value), payout, retry: 0, actor, now })
    return accepted('transfer_asked' as const)
  })
}

function transferOf(deps: Deps, destination: Destination) {
  return { destination, provider: deps.transfers.name }
}

function readHandPayment(
  approval: { bank_reference: string; paid_on: string },
  now: Date,
): Accepted<{ bank_reference: string; paid_on: string }> | Refused<'fields', HandPaymentErrors> {
  const parsed = hand_payment_form.safeParse(approval)
  if (!parsed.success) {
    const errors: HandPaymentErrors = {}
    for (const { path, message } of parsed.error.issues) {
      errors[path[0] as keyof HandPaymentErrors] ??= message
    }
    return refused('fields', errors)
  }
  if (parsed.data.paid_on > campusDate(now)) return refused('fields', { paid_on: 'This day has not come yet.' })
  return accepted(parsed.data)
}

async function payByHand(
  tx: Tx,
  announce: Announce,
  payment: PayablePayout & { bank_reference: string; paid_on: string; actor: Actor; now: Date },
): Promise<void> {
  const { payout, payee, bank_reference, paid_on, actor, now } = payment
  const paid = { paid_by: 'hand', bank_reference, paid_on } as const
  const moved = await movePayout(tx, announce, {
    payout_id: payout.id,
    verb: 'approve',
    by: actor,
    paid,
    now,
  })
  if (!moved.ok) throw new Error(`Payout ${payout.id} was locked and Pending, and is ${moved.reason}`)
  await bookJournal(tx, {
    kind: 'payout_paid',
    subject: `payout:${payout.id}`,
    recorded_at: now,
    entries: [
      { account: payee.ledger_account, amount: payout.amount },
      { account: accounts.bank, amount: kobo(-payout.amount) },
    ],
  })
  await watchFailed(tx, payout.id, now)
  await recordAudit(tx, {
    actor,
    action: 'payout_paid_by_hand',
    subject: `payout:${payout.id}`,
    before: { status: 'Pending' },
    after: { status: 'Paid', amount_kobo: payout.amount, bank_reference, paid_on },
    now,
  })
  await announce(tx, { kind: 'payout_paid', payout: moved.value, payee }, now)
}
