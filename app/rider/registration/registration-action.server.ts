import type { Actor } from '../../../domain/accounts/actor.ts'
import { registerRider } from '../../../domain/delivery/riders/register-rider.ts'
import { saveRiderDraft } from '../../../domain/delivery/riders/save-rider-draft.ts'
import { textOf } from '../../request/form-texts.ts'
import { takePicture } from '../../request/take-picture.ts'
import type { AppServices } from '../../services.ts'
import { accountProblem } from '../../ui/bank-account/account-problem.ts'
import { done, refusal, wrongFields } from '../../ui/forms/action-answer.ts'
import { photo_words } from '../../ui/pictures/photo-words.ts'
import { refusedPicture } from '../../ui/pictures/upload-picture.ts'

/** Sends a rider's registration in. Whatever is wrong with it, what was typed is kept first. */
export async function submitRegistration(services: AppServices, actor: Actor, form: FormData) {
  const text = (name: string) => textOf(form, name)
  const fields = {
    name: text('name'),
    phone: text('phone'),
    vehicle: text('vehicle'),
    landmark: text('landmark'),
    profile_photo: text('profile_photo'),
    bank: text('bank'),
    account_number: text('account_number'),
  }
  const stored = await takePicture(services, actor, form)
  if (stored?.ok) fields.profile_photo = stored.value.address
  await saveRiderDraft(services, actor, { fields })
  if (stored && !stored.ok)
    return wrongFields(form, { profile_photo: refusedPicture(stored.reason, photo_words.failed) })
  const registered = await registerRider(services, actor, fields)
  if (registered.ok) return done(form, '')
  switch (registered.reason) {
    case 'fields':
      return wrongFields(form, registered.details)
    case 'unknown_bank':
    case 'no_name':
    case 'failed':
    case 'unconfirmed_mail':
    case 'too_many':
      return refusal(form, 422, accountProblem(registered))
    case 'locked':
      return refusal(form, 409, 'Your registration was submitted already.')
    case 'not_found':
      return refusal(form, 404, 'Submission failed')
  }
}
