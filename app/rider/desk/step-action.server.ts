import type { Actor } from '../../../domain/accounts/actor.ts'
import { NOBODY_AT_KITCHEN } from '../../../domain/delivery/incidents/lifecycle.ts'
import {
  type DeliveryStatus,
  delivery_moves,
  type IncidentStep,
  type RiderStep,
} from '../../../domain/delivery/lifecycle.ts'
import {
  arriveAtVendor,
  bringBack,
  giveBackDelivery,
  handOver,
  pickUp,
  takeOwnWayOut,
  waitAtDoor,
  waitAtEmptyKitchen,
} from '../../../domain/delivery/steps/take-step.ts'
import { textOf } from '../../request/form-texts.ts'
import { takePicture } from '../../request/take-picture.ts'
import type { AppServices } from '../../services.ts'
import { done, refusal } from '../../ui/forms/action-answer.ts'
import { refusalWords } from '../steps/refusal-words.ts'

const said = {
  arrive: 'You are at the kitchen.',
  pick_up: 'Picked up. Safe trip!',
  hand_over: 'Handed over. Well done!',
  give_back: 'Another rider is asked.',
  wait: 'The customer is told that you wait.',
  way_out: 'Noted. Thank you for telling us.',
  back: 'Noted. Thank you for bringing it back.',
} as const

const said_at_kitchen = 'The kitchen is told that you wait.'
const saysNobodyThere = (form: FormData) => textOf(form, 'incident_reason') === NOBODY_AT_KITCHEN

const fields: Readonly<Record<string, string>> = {
  wrong_pin: 'pin',
  bad_pin: 'pin',
  bad_packs: 'packs',
  packs_differ: 'packs_reason',
  bad_reason: 'reason',
  bad_photo: 'picture',
  blank_photo: 'picture',
  busy: 'picture',
  no_proof: 'pin',
  bad_place: 'place',
  bad_way_out: 'way_out',
}

/**
 * A step of a page without script: a plain form, taken at our server's own time. With script the steps go through the
 * phone's queue (decision 047). Sent twice it is one step.
 */
export async function stepAction(
  services: AppServices,
  actor: Actor,
  step: { verb: RiderStep | IncidentStep; delivery_id: number },
  form: FormData,
) {
  const { verb } = step
  if (!(await services.allow('rider_steps', actor.user_id))) return refusal(form, 429, refusalWords('too_many_steps'))
  const taken = await takeStep(services, actor, step, form)
  if (taken.ok) return done(form, verb === 'wait' && saysNobodyThere(form) ? said_at_kitchen : said[verb])
  const { reason } = taken
  // The delivery already is where this step leads, so the step was taken before.
  if (reason === 'not_allowed' && taken.details.status === leadsTo(verb)) return done(form, said[verb])
  const status = reason === 'not_found' ? 404 : reason in fields ? 422 : 409
  const field = reason === 'bad_reason' && verb === 'way_out' ? 'words' : fields[reason]
  return refusal(form, status, refusalWords(reason, saysNobodyThere(form)), field)
}

function leadsTo(verb: RiderStep | IncidentStep): DeliveryStatus | null {
  return verb === 'wait' || verb === 'way_out' || verb === 'back' ? null : delivery_moves[verb].to
}

async function takeStep(
  services: AppServices,
  actor: Actor,
  { verb, delivery_id }: { verb: RiderStep | IncidentStep; delivery_id: number },
  form: FormData,
) {
  switch (verb) {
    case 'arrive':
      return arriveAtVendor(services, actor, delivery_id)
    case 'pick_up':
      return pickUp(services, actor, {
        delivery_id,
        packs: Number(textOf(form, 'packs')),
        packs_reason: textOf(form, 'packs_reason'),
      })
    case 'hand_over':
      return form.has('pin')
        ? handOver(services, actor, { delivery_id, pin: textOf(form, 'pin').trim() })
        : handOverWithoutPin(services, actor, delivery_id, form)
    case 'give_back':
      return giveBackDelivery(services, actor, { delivery_id, reason: textOf(form, 'reason') })
    case 'wait':
      return saysNobodyThere(form)
        ? waitAtEmptyKitchen(services, actor, delivery_id)
        : waitAtDoor(services, actor, delivery_id)
    case 'way_out':
      return takeWayOut(services, actor, delivery_id, form)
    case 'back':
      return bringBack(services, actor, { delivery_id, kitchen_closed: form.has('kitchen_closed') })
  }
}

async function handOverWithoutPin(services: AppServices, actor: Actor, delivery_id: number, form: FormData) {
  const reason = { delivery_id, no_pin_reason: textOf(form, 'reason') }
  // First without the photo, so that none is stored when something else is wrong.
  const asked = await handOver(services, actor, { ...reason, photo: '' })
  if (asked.ok || asked.reason !== 'bad_photo') return asked
  const stored = await takePicture(services, actor, form)
  if (stored && !stored.ok && stored.reason === 'busy') return stored
  return handOver(services, actor, { ...reason, photo: stored?.ok ? stored.value.address : '' })
}

async function takeWayOut(services: AppServices, actor: Actor, delivery_id: number, form: FormData) {
  const incident = {
    reason: textOf(form, 'incident_reason'),
    way_out: textOf(form, 'way_out'),
    place: textOf(form, 'place'),
    words: textOf(form, 'words'),
  }
  const file = form.get('picture')
  const stored = file instanceof File && file.size > 0 ? await takePicture(services, actor, form) : null
  if (stored && !stored.ok && stored.reason === 'busy') return stored
  return takeOwnWayOut(services, actor, { delivery_id, incident, photo: stored?.ok ? stored.value.address : '' })
}
