import type { Actor } from '../../../domain/accounts/actor.ts'
import { askComparison } from '../../../domain/reconciliation/ask-comparison.ts'
import {
  askAgain,
  type CaseRefusal,
  ignoreDifference,
  settleDifference,
} from '../../../domain/reconciliation/work-on-case.ts'
import { textOf } from '../../request/form-texts.ts'
import type { AppServices } from '../../services.ts'
import { done, refusal } from '../../ui/action-answer.ts'

/** What the buttons of the screen do, and its answers in words. */
export async function differenceAction(services: AppServices, actor: Actor, form: FormData) {
  const case_id = /^\d{1,15}$/.test(textOf(form, 'difference')) ? Number(textOf(form, 'difference')) : 0
  switch (textOf(form, 'intent')) {
    case 'compare': {
      await askComparison(services, actor)
      return done(form, 'Comparing now')
    }
    case 'settle':
      return said(form, await settleDifference(services, actor, case_id))
    case 'ask_again':
      return said(form, await askAgain(services, actor, case_id))
    case 'ignore':
      return said(form, await ignoreDifference(services, actor, { case_id, reason: textOf(form, 'reason') }))
    default:
      return refusal(form, 400, 'This cannot be done here.')
  }
}

function said(form: FormData, answer: { ok: true; value: { outcome: string } } | CaseRefusal) {
  if (answer.ok) return done(form, answer.value.outcome)
  switch (answer.reason) {
    case 'not_found':
      return refusal(form, 404, 'There is no such difference.')
    case 'not_open':
      return refusal(form, 409, 'Somebody was faster: this difference is not open any more.')
    case 'bad_reason':
      return refusal(form, 422, 'Please say why, in a few words (3 to 200 characters).', 'reason')
    case 'provider_unavailable':
      return refusal(form, 503, `The provider gave no answer, nothing was changed: ${answer.details}`)
    case 'not_settled':
      return refusal(form, 409, 'Asked for verification, the provider does not call this payment successful.')
    case 'still_different':
      return refusal(form, 409, answer.details ?? 'The two sides still say different things.')
  }
}
