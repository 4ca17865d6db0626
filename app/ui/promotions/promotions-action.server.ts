import type { Actor } from '../../../domain/accounts/actor.ts'
import { lookBack } from '../../../domain/orders/figures/look-back.ts'
import { bearerFor } from '../../../domain/promotions/bearer-for.ts'
import { createPromotion } from '../../../domain/promotions/create-promotion.ts'
import { endPromotion } from '../../../domain/promotions/end-promotion.ts'
import type { PromotionKind } from '../../../domain/promotions/lifecycle.ts'
import { textOf } from '../../request/form-texts.ts'
import type { AppServices } from '../../services.ts'
import { done, inWords, refusal, wrongFields } from '../forms/action-answer.ts'
import { hasSeen, showLookBack } from '../statements/look-back.server.ts'

/** What an admin decides about promotions, and a kitchen about its own. */
export async function promotionsAction(services: AppServices, actor: Actor, form: FormData) {
  switch (textOf(form, 'intent')) {
    case 'create':
      return create(services, actor, form)
    case 'end':
      return end(services, actor, form)
    default:
      return refusal(form, 400, 'This cannot be done here.')
  }
}

async function create(services: AppServices, actor: Actor, form: FormData) {
  const text = (name: string) => textOf(form, name)
  const terms: Parameters<typeof createPromotion>[2] = {
    taken: text('taken') === 'itself' ? 'itself' : 'code',
    // A code of its own name: what is called `code` is never sent back.
    code: text('promotion'),
    // The form of the verb checks it.
    kind: text('kind') as PromotionKind,
    percent: text('percent'),
    amount: text('amount'),
    minimum: text('minimum'),
    first_order_only: text('first_order_only') === 'yes',
    // The form of the verb checks them.
    days: form.getAll('days') as '0'[],
    hours_from: text('hours_from'),
    hours_until: text('hours_until'),
    from: text('from'),
    until: text('until'),
    budget: text('budget'),
    most_uses: text('most_uses'),
    most_uses_each: text('most_uses_each'),
  }
  // A kitchen first sees what it would have done with its own orders.
  const vendor_id = bearerFor(actor)?.vendor_id
  const look = vendor_id && !hasSeen(form) ? await lookBack(services.db, vendor_id, terms, services.clock.now()) : null
  if (look && look.orders > 0) return showLookBack(form, look)
  const made = await createPromotion(services, actor, terms)
  if (made.ok)
    return done(form, made.value.code === null ? 'The offer is made.' : `The code ${made.value.code} is made.`)
  if (made.reason === 'fields') {
    const { code, ...errors } = made.details
    return wrongFields(form, { ...errors, promotion: code })
  }
  return inWords(form, made, {
    full: ({ most }) => [
      409,
      `You can have ${most} codes and offers, with those made today. End an older one, or come back tomorrow.`,
    ],
    code_taken: [409, 'There is such a code already. Please end it first, or take another.', 'promotion'],
    not_found: [404, 'This cannot be done here.'],
  })
}

async function end(services: AppServices, actor: Actor, form: FormData) {
  const ended = await endPromotion(services, actor, Number(textOf(form, 'promotion_id')))
  if (ended.ok) return done(form, `${ended.value.code ?? 'The offer'} has ended.`)
  if (ended.reason === 'not_allowed') return refusal(form, 409, 'It has ended already.')
  return refusal(form, 404, 'There is no such promotion.')
}
