import { data } from 'react-router'
import type { Actor } from '../../../domain/accounts/actor.ts'
import {
  assignCase,
  closeCase,
  noteCase,
  reopenCase,
  setCaseDue,
  type WorkOnCaseRefusal,
} from '../../../domain/cases/work-on-case.ts'
import { textOf } from '../../request/form-texts.ts'
import { takePicture } from '../../request/take-picture.ts'
import type { AppServices } from '../../services.ts'
import { done, inWords, refusal } from '../../ui/forms/action-answer.ts'
import { refusedPicture } from '../../ui/pictures/upload-picture.ts'
import { SAVED_MEANWHILE } from '../admin-screen.server.ts'

const said: Readonly<Record<string, string>> = {
  note: 'Your note is kept.',
  assign: 'It is handed on.',
  set_due: 'The day is kept.',
  close: 'The case is closed.',
  reopen: 'The case is open again.',
}

export const PHOTO_TOO_LARGE = 'This photo is larger than 15 MB.'
const NO_PHOTO = 'This is no photo that can be opened. Please choose another one.'

/** What an admin does with a case; a note may come with a photo. */
export async function caseAction(services: AppServices, actor: Actor, form: FormData, case_id: number) {
  const stored = textOf(form, 'intent') === 'note' ? await takePicture(services, actor, form) : null
  if (stored && !stored.ok) {
    const words = refusedPicture(stored.reason, stored.reason === 'too_large' ? PHOTO_TOO_LARGE : NO_PHOTO)
    return refusal(form, stored.reason === 'busy' ? 429 : 422, words, 'picture')
  }
  const answer = await perform(services, actor, form, { case_id, photo: stored?.value.address ?? null })
  return answer.ok ? done(form, said[textOf(form, 'intent')] ?? 'Done') : notDone(form, answer)
}

function perform(
  services: AppServices,
  actor: Actor,
  form: FormData,
  { case_id, photo }: { case_id: number; photo: string | null },
) {
  const [words, reason, shown] = ['words', 'reason', 'shown'].map((name) => textOf(form, name)) as [
    string,
    string,
    string,
  ]
  switch (textOf(form, 'intent')) {
    case 'note':
      return noteCase(services, actor, { case_id, words, photo, request_key: textOf(form, 'request_key') })
    case 'assign':
      return assignCase(services, actor, { case_id, to: textOf(form, 'to'), shown })
    case 'set_due':
      return setCaseDue(services, actor, { case_id, due: textOf(form, 'due'), shown })
    case 'close':
      return closeCase(services, actor, { case_id, reason, last_note: Number(textOf(form, 'last_note') || Number.NaN) })
    case 'reopen':
      return reopenCase(services, actor, { case_id, reason })
    default:
      throw data(null, { status: 400 })
  }
}

const NOTED_MEANWHILE = 'Somebody wrote a note meanwhile. Please read it, then close the case if it still is over.'

function notDone(form: FormData, answer: WorkOnCaseRefusal) {
  const intent = textOf(form, 'intent')
  const is_note = intent === 'note'
  return inWords(form, answer, {
    not_found: 404,
    not_allowed: ({ status }) => [409, `Somebody was faster: the case is ${status} already.`],
    bad_words: [422, `Please write 3 to ${is_note ? '2,000' : '200'} characters.`, is_note ? 'words' : 'reason'],
    bad_due: [422, 'Please give a day and a time, or leave it empty.', 'due'],
    no_such_admin: [422, 'This person does not work on cases any more. Please choose another.', 'to'],
    stale: [409, intent === 'close' ? NOTED_MEANWHILE : SAVED_MEANWHILE],
    bad_request_key: [422, 'Please load this page again and try once more.'],
  })
}
