import { fitsCheckDigit } from '../../domain/catalog/bank-account/account-check-digit.ts'
import { findBank } from '../../domain/catalog/bank-account/find-bank.ts'
import { type NameRefusal, nameBankAccount } from '../../domain/catalog/bank-account/name-bank-account.ts'
import { kitchenFor } from '../../domain/kitchen-roles.ts'
import { readSignedIn } from '../account/require-role.ts'
import { textOf } from '../request/form-texts.ts'
import { readForm } from '../request/read-form.ts'
import { visitorOf } from '../request/visitor.ts'
import { services_context } from '../services.ts'
import { accountProblem } from '../ui/bank-account/account-problem.ts'
import type { AccountNameAnswer } from '../ui/bank-account/use-account-name.ts'
import type { Route } from './+types/account-name'

/** Asks Paystack who owns a bank account. The server asks, so that the secret key stays here. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(services_context)
  const signed_in = await readSignedIn(context, request)
  if (!signed_in) return answer({ problem: 'Login required' }, 401)
  if (signed_in.actor.role !== 'rider' && !kitchenFor(signed_in.actor, 'register'))
    return answer({ problem: 'Login required' }, 403)
  if (!(await services.allow('account_lookup', signed_in.actor.user_id))) {
    return answer({ problem: 'Error verifying: too many attempts. Please wait a minute.' }, 429)
  }
  const form = await readForm(request, 0)
  const account_number = form ? textOf(form, 'account_number') : ''
  if (!form || !/^\d{10}$/.test(account_number)) return answer({ problem: 'Error verifying' }, 422)
  const bank = await findBank(services.banks, textOf(form, 'bank'))
  const who = { user_id: signed_in.actor.user_id, address: visitorOf(request) }
  const resolved = bank.ok ? await nameBankAccount(services, who, { account_number, bank_code: bank.value.code }) : bank
  const fits = bank.ok ? fitsCheckDigit(bank.value.code, account_number) : null
  const hint = fits === false ? ({ unusual: true } as const) : {}
  if (resolved.ok) return answer({ account_name: resolved.value.account_name, ...hint })
  const problem = accountProblem(resolved)
  const status = statuses[resolved.reason] ?? 422
  if (resolved.reason === 'unconfirmed_mail') return answer({ problem, confirm_first: true }, status)
  return answer({ problem, ...hint }, status)
}

const statuses: Readonly<Partial<Record<NameRefusal['reason'], number>>> = {
  failed: 502,
  unconfirmed_mail: 403,
  too_many: 429,
}

function answer(body: AccountNameAnswer, status = 200): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
}
