import { redirect } from 'react-router'
import type { Actor } from '../../../domain/accounts/actor.ts'
import { MOST_LINES } from '../../../domain/catalog/onboarding/read-kitchens.ts'
import { bringKitchenFile, takeInKitchens } from '../../../domain/catalog/onboarding/take-in-kitchens.ts'
import { plainText } from '../../../domain/plain-text.ts'
import { textOf } from '../../request/form-texts.ts'
import { fileOf, LARGEST_MENU_BYTES } from '../../request/read-form.ts'
import type { AppServices } from '../../services.ts'
import { type ActionAnswer, done, inWords, refusal } from '../../ui/forms/action-answer.ts'
import { tookIn } from './taken-in-words.ts'

export const FILE_TOO_LARGE = 'This file is larger than 1 MB. Please bring it in several parts.'

/** `goes_on`: there is more of the file to take in, and the screen asks for it by itself. */
export type KitchensAnswer = ActionAnswer & { goes_on?: boolean }

/** Brings a file of kitchens, or takes in its next slice. */
export async function kitchensAction(services: AppServices, actor: Actor, form: FormData) {
  switch (textOf(form, 'intent')) {
    case 'bring':
      return bring(services, actor, form)
    case 'take_in': {
      const deps = { ...services, passwords: services.auth.passwords }
      const taken = await takeInKitchens(deps, actor, textOf(form, 'file_id'))
      if (!taken.ok) return inWords(form, taken, { not_found: 404 })
      const { done_at, taken_in } = taken.value
      return { ...done(form, done_at ? `Done: ${tookIn(taken_in)}.` : ''), goes_on: done_at === null }
    }
    default:
      return refusal(form, 400, 'This cannot be done here.')
  }
}

async function bring(services: AppServices, actor: Actor, form: FormData) {
  const sent = form.get('file')
  const file = await fileOf(form, 'file')
  if (!file) return refusal(form, 422, 'Please choose a CSV file.', 'file')
  if (file.length > LARGEST_MENU_BYTES) return refusal(form, 413, FILE_TOO_LARGE, 'file')
  const name = plainText(sent instanceof File ? sent.name : '') || 'kitchens.csv'
  const brought = await bringKitchenFile(services, actor, { name, text: plainText(file.toString('utf8')) })
  if (brought.ok) throw redirect(`/admin/kitchens?file=${brought.value.id}` satisfies Address)
  return inWords(form, brought, {
    not_found: 404,
    no_columns: [422, 'This file has no columns "kitchen" and "dish" in its first line.', 'file'],
    too_long: [422, `This file has more than ${MOST_LINES} lines. Please bring it in several parts.`, 'file'],
    empty: [422, 'This file has no lines below its first.', 'file'],
  })
}
