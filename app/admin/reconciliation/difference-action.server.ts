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
import { done, inWords, refusal } from '../../ui/forms/action-answer.ts'

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
  return inWords(form, answer, {
    not_found: [404, 'There is no such difference.'],
    not_open: [409, 'Somebody was faster: this difference is not open any more.'],
    bad_reason: [422, 'Please say why, in a few words (3 to 200 characters).', 'reason'],
    provider_unavailable: (details) => [503, `The provider gave no answer, nothing was changed: ${details}`],
    not_settled: [409, 'Asked for verification, the provider does not call this payment successful.'],
    still_different: (details) => [409, details ?? 'The two sides still say different things.'],
  })
}
