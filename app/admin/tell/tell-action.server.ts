import type { Actor } from '../../../domain/accounts/actor.ts'
import { formatNaira } from '../../../domain/money.ts'
import {
  type Chosen,
  type LeftOut,
  MOST_WRITTEN_TO,
  messageMany,
  planMessage,
  written_lists,
} from '../../../domain/notifications/outbox/message-many.ts'
import { textOf } from '../../request/form-texts.ts'
import type { AppServices } from '../../services.ts'
import { counted } from '../../ui/counted.ts'
import { confirmation, done, inWords, refusal } from '../../ui/forms/action-answer.ts'

const SEEN = 'seen_print'

/** Shows what a text to the chosen will do; once exactly that was confirmed, sends it. */
export async function tellAction(services: AppServices, actor: Actor, form: FormData) {
  const list = written_lists.find((one) => one === textOf(form, 'list'))
  if (!list || textOf(form, 'intent') !== 'message_chosen') return refusal(form, 400, 'This cannot be done here.')
  const ids = textOf(form, 'ids')
    .split(',')
    .flatMap((one) => (/^\d{1,15}$/.test(one) ? [Number(one)] : []))
  const wish = { list, ids, text: textOf(form, 'text') }
  const seen_print = textOf(form, SEEN)
  const planned = await planMessage(services.db, actor, wish)
  if (!planned.ok) return inWords(form, planned, words)
  const { gets, print, parts, most_kobo, words: said, chosen } = planned.value
  if (gets === 0) return refusal(form, 409, 'None of them can be reached by text message.')
  if (seen_print !== print) {
    const what = `${counted(gets, 'text message')} of ${counted(parts / gets, 'part')}`
    return confirmation(form, `${what}: ${formatNaira(most_kobo)} at most. What is sent cannot be called back.`, {
      name: SEEN,
      value: print,
      button: `Send ${counted(gets, 'text message')}`,
      facts: [['They read', said], ...(gets < chosen.length ? [['Left out', leftOf(chosen)] as const] : [])],
    })
  }
  const sent = await messageMany(services, actor, { ...wish, seen_print, request_key: textOf(form, 'request_key') })
  if (!sent.ok)
    return inWords(form, sent, { ...words, stale: [409, 'Somebody changed this meanwhile. Press once more.'] })
  const { written, before, left } = sent.value
  const again = before > 0 ? ` ${before} had it already.` : ''
  const told = `${written} of ${counted(written + before + left.length, 'text message')} on their way.${again}`
  return done(form, left.length > 0 ? `${told} Left out: ${leftOf(left)}` : told)
}

const words = {
  not_found: 404,
  none: [422, 'Please choose at least one.'],
  full: [422, `Please choose at most ${MOST_WRITTEN_TO} at a time.`],
  fields: ({ text }: { text: string }) => [422, text, 'text'] as const,
} as const

const leftOf = (chosen: readonly Chosen[]) =>
  chosen.flatMap(({ what, left }) => (left ? [`${what} (${leftInWords(left)})`] : [])).join('; ')

/** Why somebody who was chosen gets nothing. */
export function leftInWords(left: LeftOut): string {
  if (left === 'gone') return 'is gone'
  if (left === 'no_phone') return 'has no phone number'
  if (left === 'quiet') return 'asked for quiet'
  return `same number as ${left.same_as}`
}
