import { data } from 'react-router'
import type { Actor } from '../../../domain/accounts/actor.ts'
import { stepErrors } from '../../../domain/catalog/check-registration.ts'
import { type RegistrationErrors, registration_steps } from '../../../domain/catalog/forms.ts'
import { ownProfile } from '../../../domain/catalog/own-profile.ts'
import { type RegistrationRefusal, registerVendor } from '../../../domain/catalog/register-vendor.ts'
import { saveRegistrationDraft } from '../../../domain/catalog/save-registration-draft.ts'
import { textOf } from '../../request/read-form.ts'
import { takePicture } from '../../request/take-picture.ts'
import type { AppServices } from '../../services.ts'
import { accountProblem } from '../../ui/account-problem.ts'
import { photo_words } from '../../ui/photo-words.ts'
import { refusedPicture } from '../../ui/upload-picture.ts'
import type { AccountAnswer } from './account-answer.ts'

const BANK_STEP = 2

/**
 * The wizard: `back` and `next` store what was typed and change the step (`next` only when the step is right), `submit`
 * sends what was stored.
 */
export async function performRegistrationIntent(
  services: AppServices,
  actor: Actor,
  intent: string,
  form: FormData,
) {
  if (!['back', 'next', 'submit'].includes(intent)) {
    return answer({ problem: 'This form could not be read. Please load the page again.' }, 400)
  }
  const step = Math.min(Math.max(Math.trunc(Number(textOf(form, 'step'))) || 0, 0), 3)
  if (intent === 'submit') return submit(services, actor)
  const fields = textFields(form)
  const stored = await takePicture(services, actor, form)
  if (stored?.ok) fields['profile_photo'] = stored.value.address
  const errors = intent === 'next' ? await stepErrors(services.db, step, fields) : {}
  if (stored && !stored.ok) errors.profile_photo = refusedPicture(stored.reason, photo_words.failed)
  const right = Object.keys(errors).length === 0
  const next_step = intent === 'back' ? step - 1 : intent === 'next' && right ? step + 1 : step
  const saved = await saveRegistrationDraft(services, actor, { step: next_step, fields })
  // Locked meanwhile, on another device: the page shows the summary then.
  if (!saved.ok) return answer({}, saved.reason === 'locked' ? 409 : 404)
  return right ? answer({}) : answer({ errors }, 422)
}

async function submit(services: AppServices, actor: Actor) {
  const profile = await ownProfile(services.db, actor)
  const fields = profile?.draft.fields ?? {}
  const text = (name: string) => fields[name] ?? ''
  try {
    const registered = await registerVendor(services, actor, {
      name: text('name'),
      category: text('category'),
      phone: text('phone'),
      profile_photo: text('profile_photo'),
      address: text('address'),
      landmark: text('landmark'),
      description: text('description'),
      latitude: text('latitude'),
      longitude: text('longitude'),
      bank: text('bank'),
      account_number: text('account_number'),
    })
    if (!registered.ok) return submissionRefusal(services, actor, registered)
    return answer({
      done: registered.value.first
        ? 'Vendor registration submitted successfully!'
        : 'Vendor information updated successfully!',
    })
  } catch (error) {
    services.log.error({ err: error }, 'a registration could not be submitted')
    return answer({ problem: 'Submission failed' }, 500)
  }
}

async function submissionRefusal(services: AppServices, actor: Actor, refusal: RegistrationRefusal) {
  const toStep = (step: number) => saveRegistrationDraft(services, actor, { step, fields: {} })
  switch (refusal.reason) {
    case 'fields':
      await toStep(stepOf(refusal.details))
      return answer({ errors: refusal.details }, 422)
    case 'unknown_bank':
    case 'no_name':
    case 'failed':
    case 'unconfirmed_mail':
    case 'too_many':
      await toStep(BANK_STEP)
      return answer({ problem: accountProblem(refusal) }, 422)
    case 'locked':
      return answer({ problem: 'Your registration was submitted already.' }, 409)
    case 'not_found':
      return answer({ problem: 'Submission failed' }, 404)
  }
}

/** The first step that holds something wrong. */
function stepOf(errors: RegistrationErrors): number {
  const step = registration_steps.findIndex(({ shape }) => Object.keys(errors).some((name) => name in shape))
  return Math.max(step, 0)
}

function textFields(form: FormData): Record<string, string> {
  return Object.fromEntries(
    [...form].filter((field): field is [string, string] => typeof field[1] === 'string'),
  )
}

function answer(body: AccountAnswer, status = 200) {
  return data(body, status)
}
