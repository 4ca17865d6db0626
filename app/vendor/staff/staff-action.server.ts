import { redirectDocument } from 'react-router'
import type { Actor } from '../../../domain/accounts/actor.ts'
import { loginWords } from '../../../domain/accounts/phone-login.ts'
import {
  type ChangeStaffRefusal,
  changeStaffRole,
  endStaff,
  restoreStaff,
} from '../../../domain/catalog/staff/change-staff.ts'
import { withdrawInvitation } from '../../../domain/catalog/staff/invite-by-phone.ts'
import { type InviteStaffRefusal, inviteStaff } from '../../../domain/catalog/staff/invite-staff.ts'
import { dropKitchenPin, setKitchenPin } from '../../../domain/catalog/staff/kitchen-pin.ts'
import { endTabletOf, makeTablet } from '../../../domain/catalog/staff/kitchen-tablet.ts'
import { MOST_STAFF } from '../../../domain/catalog/staff/lock-staff.ts'
import { setting } from '../../account/require-role.ts'
import type { Sent } from '../../account/screen-action.server.ts'
import { endAllOf, tabletCookie } from '../../account/tablet-cookie.ts'
import { textOf } from '../../request/form-texts.ts'
import type { AppServices } from '../../services.ts'
import { done, inWords, refusal, wrongFields } from '../../ui/forms/action-answer.ts'

const GONE = 'You cannot change this, or they are not on the list any more. Please load the page again.'
const FULL = `More than ${MOST_STAFF} people cannot work in one kitchen. End somebody first.`

/** What is decided about who works in a kitchen. */
export async function staffAction(services: AppServices, actor: Actor, form: FormData, sent: Sent) {
  const user_id = textOf(form, 'user_id')
  switch (textOf(form, 'intent')) {
    case 'invite':
      return invite(services, actor, form)
    case 'withdraw': {
      const withdrawn = await withdrawInvitation(services, actor, textOf(form, 'phone'))
      return withdrawn.ok ? done(form, 'Taken back: the link works no more.') : changeRefusal(form, withdrawn)
    }
    case 'role': {
      const changed = await changeStaffRole(services, actor, { user_id, role: textOf(form, 'role') })
      return changed.ok ? done(form, 'The role holds from now on.') : changeRefusal(form, changed)
    }
    case 'end': {
      const ended = await endStaff(services, actor, user_id)
      return ended.ok ? done(form, 'Ended, and logged out everywhere.') : changeRefusal(form, ended)
    }
    case 'restore': {
      const restored = await restoreStaff(services, actor, user_id)
      return restored.ok ? done(form, 'They can log in again.') : changeRefusal(form, restored)
    }
    case 'pin': {
      const deps = { ...services, passwords: services.auth.passwords }
      const set = await setKitchenPin(deps, actor, { user_id, pin: textOf(form, 'own_pin') })
      if (set.ok) return done(form, 'The PIN holds from now on. Please tell it to them alone.')
      return inWords(form, set, {
        not_found: [404, GONE],
        bad_pin: [422, 'Please write four to six figures, not all the same or in a row.', 'own_pin'],
      })
    }
    case 'no_pin': {
      const dropped = await dropKitchenPin(services, actor, user_id)
      return dropped.ok ? done(form, 'The PIN is gone.') : changeRefusal(form, dropped)
    }
    case 'tablet': {
      const made = await makeTablet(services, actor)
      if (made.ok) return becomeTablet(services, sent, made.value.secret)
      return inWords(form, made, {
        not_found: [404, GONE],
        no_pins: [409, 'Please give somebody a PIN first: without one nobody could do anything there.'],
      })
    }
    case 'end_tablet': {
      const ended = await endTabletOf(services, actor, textOf(form, 'session_id'))
      return ended.ok ? done(form, 'The tablet is logged out.') : changeRefusal(form, ended)
    }
    default:
      return refusal(form, 400, 'This cannot be done here.')
  }
}

/** The browser's login ends: from now on it is the tablet, and all its pages are made anew. */
async function becomeTablet(services: AppServices, { request }: Sent, secret: string) {
  const cookies = [...(await endAllOf(services, request)), tabletCookie(services, secret)]
  return redirectDocument('/vendor-dashboard' satisfies Address, { headers: setting(cookies) })
}

function changeRefusal(form: FormData, refused: ChangeStaffRefusal) {
  return inWords(form, refused, {
    not_found: [404, GONE],
    bad_role: [422, 'Please choose a role.', 'role'],
    full: [409, FULL],
  })
}

async function invite(services: AppServices, actor: Actor, form: FormData) {
  const [email, name, role] = [textOf(form, 'email'), textOf(form, 'name'), textOf(form, 'role')]
  const deps = { ...services, passwords: services.auth.passwords }
  const invited = await inviteStaff(deps, actor, { email, name, role })
  return invited.ok
    ? done(form, `The invitation is on its way to ${loginWords(invited.value.email)}.`)
    : inviteRefusal(form, invited)
}

function inviteRefusal(form: FormData, refused: InviteStaffRefusal) {
  if (refused.reason === 'fields') return wrongFields(form, refused.details)
  return inWords(form, refused, {
    not_found: [404, 'You cannot invite somebody in this role. An owner of the kitchen can.'],
    vendor_inactive: [409, 'You can invite people once your kitchen is active.'],
    email_taken: [409, 'This address has an account that is no kitchen’s. Please take another one.', 'email'],
    works_here: [409, 'They work here already, or did: then let them in again above.', 'email'],
    said_no: [409, 'They said no. A week after that you can ask them again.', 'email'],
    too_many_texts: [429, 'This number got three texts from you within a day. Please ask them by voice.', 'email'],
    too_many: [429, 'That was a lot for one day. Please invite more people tomorrow.'],
    full: [409, FULL],
  })
}
