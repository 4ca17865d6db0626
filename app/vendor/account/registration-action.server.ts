import type { Actor } from '../../../domain/accounts/actor.ts'
import { type RegistrationErrors, registration_steps } from '../../../domain/catalog/forms.ts'
import { stepErrors } from '../../../domain/catalog/registration/check-registration.ts'
import { ownProfile } from '../../../domain/catalog/registration/own-profile.ts'
import { type RegistrationRefusal, registerVendor } from '../../../domain/catalog/registration/register-vendor.ts'
import { saveRegistrationDraft } from '../../../domain/catalog/registration/save-registration-draft.ts'
import { textOf, textsOf } from '../../request/form-texts.ts'
import { takePicture } from '../../request/take-picture.ts'
import type { AppServices } from '../../services.ts'
import { accountProblem } from '../../ui/bank-account/account-problem.ts'
import { done, refusal, wrongFields } from '../../ui/forms/action-answer.ts'
import { photo_words } from '../../ui/pictures/photo-words.ts'
import { refusedPicture } from '../../ui/pictures/upload-picture.ts'

const BANK_STEP = 2

/**
 * The wizard: `back` and `next` store what was typed and change the step (`next` only when the step is right), `submit`
 * sends what was stored.
 */
export async function performRegistrationIntent(services: AppServices, actor: Actor, intent: string, form: FormData) {
  if (!['back', 'next', 'submit'].includes(intent)) {
    return refusal(form, 400, 'This form could not be read. Please load the page again.')
  }
  const step = Math.min(Math.max(Math.trunc(Number(textOf(form, 'step'))) || 0, 0), 3)
  if (intent === 'submit') return submit(services, actor, form)
  const fields = textsOf(form)
  const stored = await takePicture(services, actor, form)
  if (stored?.ok) fields['profile_photo'] = stored.value.address
  const errors = intent === 'next' ? await stepErrors(services.db, step, fields) : {}
  if (stored && !stored.ok) errors.profile_photo = refusedPicture(stored.reason, photo_words.failed)
  const right = Object.keys(errors).length === 0
  const next_step = intent === 'back' ? step - 1 : intent === 'next' && right ? step + 1 : step
  const saved = await saveRegistrationDraft(services, actor, { step: next_step, fields })
  // Locked meanwhile, on another device: the page shows the summary then.
  if (!saved.ok) return refusal(form, saved.reason === 'locked' ? 409 : 404, '')
  return right ? done(form, '') : wrongFields(form, errors)
}

async function submit(services: AppServices, actor: Actor, form: FormData) {
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
    if (!registered.ok) return submissionRefusal(services, actor, form, registered)
    return done(
      form,
      registered.value.first
        ? 'Vendor registration submitted successfully!'
        : 'Vendor information updated successfully!',
    )
  } catch (error) {
    services.log.error({ err: error }, 'a registration could not be submitted')
    return refusal(form, 500, 'Submission failed')
  }
}

async function submissionRefusal(services: AppServices, actor: Actor, form: FormData, refused: RegistrationRefusal) {
  const toStep = (step: number) => saveRegistrationDraft(services, actor, { step, fields: {} })
  switch (refused.reason) {
    case 'fields':
      await toStep(stepOf(refused.details))
      return wrongFields(form, refused.details)
    case 'unknown_bank':
    case 'no_name':
    case 'failed':
    case 'unconfirmed_mail':
    case 'too_many':
      await toStep(BANK_STEP)
      return refusal(form, 422, accountProblem(refused))
    case 'locked':
      return refusal(form, 409, 'Your registration was submitted already.')
    case 'not_found':
      return refusal(form, 404, 'Submission failed')
  }
}

/** The first step that holds something wrong. */
function stepOf(errors: RegistrationErrors): number {
  const step = registration_steps.findIndex(({ shape }) => Object.keys(errors).some((name) => name in shape))
  return Math.max(step, 0)
}
