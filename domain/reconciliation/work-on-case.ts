import { and, eq } from 'drizzle-orm'
import { isProviderUnavailable } from '../../adapters/call-provider.ts'
import type { Actor } from '../accounts/actor.ts'
import { may } from '../admin-roles.ts'
import type { AuditAction } from '../audit/actions.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { settleCheckout } from '../checkout/settlement/settle-checkout.ts'
import { recordProviderFee } from '../payments/record-provider-fee.ts'
import { payments } from '../payments/tables.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import type { CompareDeps } from './compare-lists.ts'
import { decision_reason } from './forms.ts'
import { keepCharges } from './keep-list.ts'
import { type DifferenceVerb, difference_verbs } from './lifecycle.ts'
import { settled_outcomes } from './settle-missing.ts'
import { reconciliation_cases } from './tables.ts'

type Case = typeof reconciliation_cases.$inferSelect
export type CaseRefusal = Refused<
  'not_found' | 'not_open' | 'bad_reason' | 'provider_unavailable' | 'not_settled' | 'still_different',
  string | undefined
>
type Answer = Promise<Accepted<{ outcome: string }> | CaseRefusal>

/**
 * An admin settles a charge that only the provider has (`settleCheckout`). Refuses what is not an open case of that
 * kind, a provider that gives no answer (with its words), and a charge that its verification does not call successful.
 */
export async function settleDifference(deps: CompareDeps, actor: Actor, case_id: number): Answer {
  const found = await openCase(deps, actor, case_id, 'settle')
  if (!found.ok) return found
  const { tx_ref, provider_number } = found.value
  const settlement = await asking(() =>
    settleCheckout(deps, { tx_ref: tx_ref ?? '', provider_transaction_id: provider_number }),
  )
  if (!settlement.ok) return settlement
  const outcome = settled_outcomes[settlement.value]
  if (!outcome) return refused('not_settled', undefined)
  return close(deps, actor, found.value, { status: 'Resolved', action: 'difference_settled', outcome })
}

/**
 * An admin asks the provider about one charge by its number. Closes the case when both sides now agree; refuses with
 * what still differs.
 */
export async function askAgain(deps: CompareDeps, actor: Actor, case_id: number): Answer {
  const found = await openCase(deps, actor, case_id, 'ask_again')
  if (!found.ok) return found
  const asked = await asking(() => deps.payments.findCharge(found.value.provider_number))
  if (!asked.ok) return asked
  const charge = asked.value
  if (!charge) return refused('still_different', 'The provider knows no such payment.')
  const told = { provider: deps.payments.name, fee: charge.provider_fee, now: deps.clock.now() }
  await deps.db.transaction((tx) =>
    recordProviderFee(tx, { ...told, provider_transaction_id: charge.provider_transaction_id }),
  )
  await keepCharges(deps.db, deps.payments.name, [{ ...charge, customer_email: '' }], deps.clock.now())
  const [payment] = await deps.db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.provider, deps.payments.name),
        eq(payments.provider_transaction_id, charge.provider_transaction_id),
      ),
    )
  const same =
    charge.status === 'successful' &&
    payment?.amount === charge.amount &&
    payment.currency === charge.currency &&
    (payment.provider_fee ?? 0) === (charge.provider_fee ?? payment.provider_fee ?? 0)
  if (!same) return refused('still_different', undefined)
  return close(deps, actor, found.value, {
    status: 'Resolved',
    action: 'difference_asked_again',
    outcome: 'Asked again: both sides say the same.',
  })
}

/** An admin leaves a difference as it is and says why. It reopens when its figures change. */
export async function ignoreDifference(
  deps: CompareDeps,
  actor: Actor,
  ignore: { case_id: number; reason: string },
): Answer {
  const reason = decision_reason.safeParse(ignore.reason)
  if (!reason.success) return refused('bad_reason', undefined)
  const found = await openCase(deps, actor, ignore.case_id, 'ignore')
  if (!found.ok) return found
  return close(deps, actor, found.value, {
    status: 'Ignored',
    action: 'difference_ignored',
    outcome: reason.data,
  })
}

async function openCase(
  deps: CompareDeps,
  actor: Actor,
  case_id: number,
  verb: DifferenceVerb,
): Promise<Accepted<Case> | CaseRefusal> {
  if (!may(actor, 'move_money')) return refused('not_found', undefined)
  const [found] = await deps.db.select().from(reconciliation_cases).where(eq(reconciliation_cases.id, case_id))
  if (!found || !difference_verbs[found.kind].includes(verb)) return refused('not_found', undefined)
  return found.status === 'Open' ? accepted(found) : refused('not_open', undefined)
}

/** The first to close it wins; the other is refused. */
async function close(
  deps: CompareDeps,
  actor: Actor,
  found: Case,
  end: { status: 'Resolved' | 'Ignored'; action: AuditAction; outcome: string },
): Answer {
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const [closed] = await tx
      .update(reconciliation_cases)
      .set({
        status: end.status,
        closed_at: now,
        closed_role: actor.role,
        closed_by: actor.user_id,
        outcome: end.outcome,
      })
      .where(and(eq(reconciliation_cases.id, found.id), eq(reconciliation_cases.status, 'Open')))
      .returning({ id: reconciliation_cases.id })
    if (!closed) return refused('not_open', undefined)
    await recordAudit(tx, {
      actor,
      action: end.action,
      subject: `difference:${found.id}`,
      before: { kind: found.kind, ours: found.ours, theirs: found.theirs },
      after: { status: end.status },
      reason: end.outcome,
      now,
    })
    return accepted({ outcome: end.outcome })
  })
}

async function asking<Value>(
  ask: () => Promise<Value>,
): Promise<Accepted<Value> | Refused<'provider_unavailable', string>> {
  try {
    return accepted(await ask())
  } catch (error) {
    if (!isProviderUnavailable(error)) throw error
    return refused('provider_unavailable', error.message)
  }
}
