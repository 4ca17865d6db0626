import type { Actor } from '../../../domain/accounts/actor.ts'
import { closeTalk, type WriteRefusal, writeAsAdmin } from '../../../domain/chat/write-line.ts'
import { textOf } from '../../request/form-texts.ts'
import type { AppServices } from '../../services.ts'
import { done, inWords } from '../../ui/forms/action-answer.ts'

const intents = ['write', 'close_talk']

/** Whether a form of the order's page is one of its chat. */
export const isAboutChat = (form: FormData): boolean => intents.includes(textOf(form, 'intent'))

/** An admin writes to the customer of an order, or says that what they wrote needs no answer. */
export async function orderChatAction(services: AppServices, actor: Actor, form: FormData) {
  const order_id = Number(textOf(form, 'order_id') || Number.NaN)
  const closes = textOf(form, 'intent') === 'close_talk'
  const answer: Awaited<ReturnType<typeof closeTalk>> | { ok: true } | WriteRefusal = closes
    ? await closeTalk(services, actor, order_id)
    : await writeAsAdmin(services, actor, { order_id, text: textOf(form, 'text') })
  if (answer.ok) return done(form, closes ? 'Done' : 'It stands on the customer’s page')
  return inWords<WriteRefusal>(form, answer, {
    not_found: 404,
    fields: ({ said }) => [422, said, 'text'],
    closed: [409, 'The order is over, and its page shows no chat any more. Please call.'],
    no_rider: 404,
    has_pin: 404,
    too_often: [429, 'That was a lot within two minutes. Please wait a moment.'],
    too_many: [409, 'There are many lines about this order already. Please call.'],
  })
}
