import type { Actor } from '../../../domain/accounts/actor.ts'
import { decideReferral } from '../../../domain/promotions/referrals/decide-referral.ts'
import { textOf } from '../../request/form-texts.ts'
import type { AppServices } from '../../services.ts'
import { done, inWords, refusal } from '../../ui/forms/action-answer.ts'

/** What an admin decides about a friend who looks like whoever brought them. */
export async function referralAction(services: AppServices, actor: Actor, form: FormData) {
  const verb = textOf(form, 'intent')
  if (verb !== 'allow' && verb !== 'turn_down') return refusal(form, 400, 'This cannot be done here.')
  const decision = { referral_id: Number(textOf(form, 'referral')), verb, reason: textOf(form, 'reason') } as const
  const decided = await decideReferral(services, actor, decision)
  if (decided.ok) return done(form, verb === 'allow' ? 'The reward is given.' : 'It is turned down.')
  return inWords(form, decided, {
    not_found: 404,
    not_allowed: ({ status }) => [409, `It is ${status} already; nothing was changed.`],
    month_spent: [409, 'What friends may cost this month is spent. Raise it under Settings, or give it next month.'],
    bad_reason: [422, 'Please say why, in a few words.', 'reason'],
  })
}
