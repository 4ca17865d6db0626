import type { Actor } from '../../../domain/accounts/actor.ts'
import { pause_lengths } from '../../../domain/catalog/forms.ts'
import { changeHours } from '../../../domain/catalog/hours/change-hours.ts'
import {
  changeAutoAccept,
  changePhoto,
  changeServiceTimes,
  pauseOrders,
  resumeOrders,
} from '../../../domain/catalog/hours/change-service.ts'
import type { StaleService } from '../../../domain/catalog/hours/shown-service.ts'
import { promiseSamePrice } from '../../../domain/catalog/same-price.ts'
import { campusDate, formatDate } from '../../../domain/clock.ts'
import { textOf, textsOf } from '../../request/form-texts.ts'
import { takePicture } from '../../request/take-picture.ts'
import type { AppServices } from '../../services.ts'
import { done, inWords, refusal, wrongFields } from '../../ui/forms/action-answer.ts'
import { readHours } from '../../ui/forms/read-hours.ts'
import { photo_words } from '../../ui/pictures/photo-words.ts'
import { refusedPicture } from '../../ui/pictures/upload-picture.ts'
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
    case 'auto_accept':
      return autoAccept(services, actor, form)
    case 'same_price':
      return samePrice(services, actor, form)
    case 'pause':
      return pause(services, actor, form)
    case 'resume':
      return resume(services, actor, form)
    case 'photo':
      return photo(services, actor, form)
    default:
      return performRegistrationIntent(services, actor, intent, form)
  }
}

async function hours(services: AppServices, actor: Actor, form: FormData) {
  const changed = await changeHours(services, actor, readHours(textsOf(form)), textOf(form, 'version'))
  if (changed.ok) return done(form, 'Opening hours saved.')
  if (changed.reason === 'stale') return savedMeanwhile(form, changed, 'hours')
  return changed.reason === 'hours' ? refusal(form, 422, changed.details) : refusal(form, 404, NO_VENDOR)
}

/** The form then knows what stands there, so that what was typed can be saved over it. */
function savedMeanwhile(form: FormData, { details }: StaleService, what: string) {
  form.set('version', details.version)
  const said = `Somebody here changed the ${what} meanwhile. Now: ${details.now}. Save again if yours are right.`
  return refusal(form, 409, said)
}

async function times(services: AppServices, actor: Actor, form: FormData) {
  const typed = {
    preparation_minutes: textOf(form, 'preparation_minutes'),
    delivery_time: textOf(form, 'delivery_time'),
    slot_orders: textOf(form, 'slot_orders'),
  }
  const changed = await changeServiceTimes(services, actor, typed, textOf(form, 'version'))
  if (changed.ok) return done(form, 'Times saved.')
  if (changed.reason === 'stale') return savedMeanwhile(form, changed, 'times')
  return changed.reason === 'fields' ? wrongFields(form, changed.details) : refusal(form, 404, NO_VENDOR)
}

async function autoAccept(services: AppServices, actor: Actor, form: FormData) {
  const typed = {
    auto_accept_orders: textOf(form, 'auto_accept_orders'),
    auto_accept_opens: textOf(form, 'auto_accept_opens'),
    auto_accept_closes: textOf(form, 'auto_accept_closes'),
  }
  const changed = await changeAutoAccept(services, actor, typed, textOf(form, 'version'))
  if (changed.ok) return done(form, 'Saved: new orders follow it from now on.')
  if (changed.reason === 'stale') return savedMeanwhile(form, changed, 'settings')
  return changed.reason === 'fields' ? wrongFields(form, changed.details) : refusal(form, 404, NO_VENDOR)
}

async function samePrice(services: AppServices, actor: Actor, form: FormData) {
  const promises = textOf(form, 'same_price') === 'yes'
  const promised = await promiseSamePrice(services, actor, promises)
  if (promised.ok) return done(form, promises ? 'Your card and menu say it now.' : 'Your card and menu say it no more.')
  return inWords(form, promised, {
    not_found: [404, NO_VENDOR],
    too_soon: ({ from }) => [409, `You can promise it again from ${formatDate(campusDate(from))} on.`],
  })
}

async function pause(services: AppServices, actor: Actor, form: FormData) {
  const length = pause_lengths.find((known) => known === textOf(form, 'length'))
  if (!length) return refusal(form, 422, 'Please choose how long.')
  const paused = await pauseOrders(services, actor, length)
  return paused.ok ? done(form, 'No orders come in for now.') : refusal(form, 404, NO_VENDOR)
}

async function resume(services: AppServices, actor: Actor, form: FormData) {
  const resumed = await resumeOrders(services, actor)
  return resumed.ok ? done(form, 'Orders come in again.') : refusal(form, 404, NO_VENDOR)
}

async function photo(services: AppServices, actor: Actor, form: FormData) {
  const stored = await takePicture(services, actor, form)
  if (stored && !stored.ok) return refusal(form, 422, refusedPicture(stored.reason, photo_words.failed))
  const address = stored?.value.address ?? textOf(form, 'profile_photo')
  // What was saved without an answer and is sent again differs from what its page had shown before.
  if (!address || address === textOf(form, 'shown_photo')) return refusal(form, 422, 'Select an image', 'profile_photo')
  const changed = await changePhoto(services, actor, address)
  if (changed.ok) return done(form, 'Photo saved.')
  return changed.reason === 'not_found'
    ? refusal(form, 404, NO_VENDOR)
    : refusal(form, 422, 'Failed to upload profile photo')
}
