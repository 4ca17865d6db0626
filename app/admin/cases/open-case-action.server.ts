import { data, redirect } from 'react-router'
import type { Actor } from '../../../domain/accounts/actor.ts'
import { type OpenCaseRefusal, openCase } from '../../../domain/cases/open-case.ts'
import { textOf } from '../../request/form-texts.ts'
import type { AppServices } from '../../services.ts'
import { inWords } from '../../ui/forms/action-answer.ts'

/** Opens a case, and leads to it. */
export async function openCaseAction(services: AppServices, actor: Actor, form: FormData) {
  if (textOf(form, 'intent') !== 'open') throw data(null, { status: 400 })
  const answer = await openCase(services, actor, {
    subject: `${textOf(form, 'kind')}:${textOf(form, 'which')}`,
    title: textOf(form, 'title'),
    words: textOf(form, 'words'),
    request_key: textOf(form, 'request_key'),
  })
  if (!answer.ok) return notOpened(form, answer)
  return redirect(`/admin/cases/${answer.value.id}` satisfies Address)
}

function notOpened(form: FormData, answer: OpenCaseRefusal) {
  return inWords(form, answer, {
    not_found: 404,
    no_subject: [422, 'Nobody knows what this is about. Please look at the number once more.', 'which'],
    bad_title: [422, 'Please say in 3 to 120 characters what it is about.', 'title'],
    bad_words: [422, 'Please write 3 to 2,000 characters, or nothing.', 'words'],
    bad_request_key: [422, 'Please load this page again and try once more.'],
  })
}
