import { data } from 'react-router'
import type { Actor } from '../../../domain/accounts/actor.ts'
import type { RiderRegistrationErrors } from '../../../domain/delivery/forms.ts'
import { registerRider } from '../../../domain/delivery/riders/register-rider.ts'
import { saveRiderDraft } from '../../../domain/delivery/riders/save-rider-draft.ts'
import { textOf } from '../../request/read-form.ts'
import { takePicture } from '../../request/take-picture.ts'
import type { AppServices } from '../../services.ts'
import { accountProblem } from '../../ui/account-problem.ts'
import { photo_words } from '../../ui/photo-words.ts'
import { refusedPicture } from '../../ui/upload-picture.ts'

/** What the Registration screen hears back. */
export type RegistrationAnswer = { errors?: RiderRegistrationErrors; problem?: string }

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
    return answer({ errors: { profile_photo: refusedPicture(stored.reason, photo_words.failed) } }, 422)
  const registered = await registerRider(services, actor, fields)
  if (registered.ok) return answer({}, 200)
  switch (registered.reason) {
    case 'fields':
      return answer({ errors: registered.details }, 422)
    case 'unknown_bank':
    case 'no_name':
    case 'failed':
    case 'unconfirmed_mail':
    case 'too_many':
      return answer({ problem: accountProblem(registered) }, 422)
    case 'locked':
      return answer({ problem: 'Your registration was submitted already.' }, 409)
    case 'not_found':
      return answer({ problem: 'Submission failed' }, 404)
  }
}

function answer(body: RegistrationAnswer, status: number) {
  return data(body, status)
}
