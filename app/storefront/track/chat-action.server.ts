import { data, redirect } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { type WriteRefusal, writeAsCustomer } from '../../../domain/chat/write-line.ts'
import { trackedCheckout } from '../../../domain/checkout/track/tracked-orders.ts'
import { textOf } from '../../request/form-texts.ts'
import { waitedMs } from '../../request/waited.ts'
import type { AppServices } from '../../services.ts'
import { refused } from '../../ui/forms/action-answer.ts'
import { chatView } from './chat.server.tsx'

const call = `Please call us: ${brand.support_phone}.`

const sentences: Readonly<Record<Exclude<WriteRefusal['reason'], 'fields'> | 'busy', string>> = {
  not_found: 'We do not know this order.',
  closed: `The order is over, so this is closed. ${call}`,
  no_rider: 'No rider has your order right now. Write to us instead.',
  has_pin:
    'Please leave your PIN out: nobody needs it before the food is in your hands. A longer number that holds it ' +
    'cannot be sent either.',
  too_often: 'That was a lot within two minutes. Please wait a moment, then send it again.',
  too_many: `You have written a lot already. ${call}`,
  busy: 'A lot of people are here right now. Please try again in a minute.',
}

/** Sends a line. Where that is refused the page comes with the reason and with what was typed. */
export async function chatAction(services: AppServices, page_token: string, form: FormData, is_allowed: boolean) {
  const typed = textOf(form, 'text')
  const to = form.has('rider') ? 'rider' : 'desk'
  const line = { partner: to, text: typed, waited_ms: waitedMs(form) } as const
  const sent = is_allowed ? await writeAsCustomer(services, textOf(form, to), line) : null
  // Back to where it was pressed; reloading the page then sends no form again.
  if (sent?.ok) return redirect(`/track/${page_token}#chat` satisfies Address, 303)
  const tracked = await trackedCheckout(services.db, page_token)
  if (!tracked || sent?.reason === 'not_found') throw data(null, { status: 404 })
  const said = sent?.reason === 'fields' ? sent.details.said : sentences[sent?.reason ?? 'busy']
  const chat = chatView(page_token, tracked.orders, services.clock.now(), {
    is_typing: true,
    refused: { said, typed },
  })
  return data({ ...refused(form, said), chat }, is_allowed ? 422 : 429)
}
