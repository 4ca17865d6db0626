import { data } from 'react-router'
import type { Actor } from '../../../domain/accounts/actor.ts'
import { changeHours } from '../../../domain/catalog/change-hours.ts'
import {
  changePhoto,
  changeServiceTimes,
  pauseOrders,
  resumeOrders,
} from '../../../domain/catalog/change-service.ts'
import { pause_lengths } from '../../../domain/catalog/forms.ts'
import { textOf } from '../../request/read-form.ts'
import { takePicture } from '../../request/take-picture.ts'
import type { AppServices } from '../../services.ts'
import { photo_words } from '../../ui/photo-words.ts'
import { readHours } from '../../ui/read-hours.ts'
import { refusedPicture } from '../../ui/upload-picture.ts'
import type { AccountAnswer } from './account-answer.ts'
import { performRegistrationIntent } from './registration-action.server.ts'

const NO_VENDOR = 'There is no kitchen for this account yet. Please submit your registration first.'

/** Carries out what the Account screen asks for: the wizard's steps, and what stays editable after it. */
export function performAccountIntent(services: AppServices, actor: Actor, form: FormData) {
  const intent = textOf(form, 'intent')
  switch (intent) {
    case 'hours':
      return hours(services, actor, form)
    case 'times':
      return times(services, actor, form)
    case 'pause':
      return pause(services, actor, form)
    case 'resume':
      return resume(services, actor)
    case 'photo':
      return photo(services, actor, form)
    default:
      return performRegistrationIntent(services, actor, intent, form)
  }
}

async function hours(services: AppServices, actor: Actor, form: FormData) {
  const typed = readHours(form)
  const changed = await changeHours(services, actor, typed)
  if (changed.ok) return answer({ done: 'Opening hours saved.' })
  return changed.reason === 'hours'
    ? answer({ intent: 'hours', problem: changed.details, typed: { hours: typed } }, 422)
    : answer({ intent: 'hours', problem: NO_VENDOR }, 404)
}

async function times(services: AppServices, actor: Actor, form: FormData) {
  const typed = {
    preparation_minutes: textOf(form, 'preparation_minutes'),
    delivery_time: textOf(form, 'delivery_time'),
  }
  const changed = await changeServiceTimes(services, actor, typed)
  if (changed.ok) return answer({ done: 'Times saved.' })
  return changed.reason === 'fields'
    ? answer({ intent: 'times', times_errors: changed.details, typed: { times: typed } }, 422)
    : answer({ intent: 'times', problem: NO_VENDOR }, 404)
}

async function pause(services: AppServices, actor: Actor, form: FormData) {
  const length = pause_lengths.find((known) => known === textOf(form, 'length'))
  if (!length) return answer({ intent: 'pause', problem: 'Please choose how long.' }, 422)
  const paused = await pauseOrders(services, actor, length)
  return paused.ok
    ? answer({ done: 'No orders come in for now.' })
    : answer({ intent: 'pause', problem: NO_VENDOR }, 404)
}

async function resume(services: AppServices, actor: Actor) {
  const resumed = await resumeOrders(services, actor)
  return resumed.ok
    ? answer({ done: 'Orders come in again.' })
    : answer({ intent: 'pause', problem: NO_VENDOR }, 404)
}

async function photo(services: AppServices, actor: Actor, form: FormData) {
  const stored = await takePicture(services, actor, form)
  if (stored && !stored.ok)
    return answer({ intent: 'photo', problem: refusedPicture(stored.reason, photo_words.failed) }, 422)
  const address = stored?.value.address ?? textOf(form, 'profile_photo')
  if (!address) return answer({ intent: 'photo', problem: 'Select an image' }, 422)
  const changed = await changePhoto(services, actor, address)
  if (changed.ok) return answer({ done: 'Photo saved.' })
  return changed.reason === 'not_found'
    ? answer({ intent: 'photo', problem: NO_VENDOR }, 404)
    : answer({ intent: 'photo', problem: 'Failed to upload profile photo' }, 422)
}

function answer(body: AccountAnswer, status = 200) {
  return data(body, status)
}
