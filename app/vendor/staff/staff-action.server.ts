import type { Actor } from '../../../domain/accounts/actor.ts'
import {
  type ChangeStaffRefusal,
  changeStaffRole,
  endStaff,
  restoreStaff,
} from '../../../domain/catalog/staff/change-staff.ts'
import { type InviteStaffRefusal, inviteStaff } from '../../../domain/catalog/staff/invite-staff.ts'
import { MOST_STAFF } from '../../../domain/catalog/staff/lock-staff.ts'
import { textOf } from '../../request/form-texts.ts'
import type { AppServices } from '../../services.ts'
import { done, refusal, wrongFields } from '../../ui/action-answer.ts'

const FULL = `More than ${MOST_STAFF} people cannot work in one kitchen. End somebody first.`

/** What is decided about who works in a kitchen. */
export async function staffAction(services: AppServices, actor: Actor, form: FormData) {
  const user_id = textOf(form, 'user_id')
  switch (textOf(form, 'intent')) {
    case 'invite':
      return invite(services, actor, form)
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
    default:
      return refusal(form, 400, 'This cannot be done here.')
  }
}

function changeRefusal(form: FormData, { reason }: ChangeStaffRefusal) {
  switch (reason) {
    case 'not_found':
      return refusal(
        form,
        404,
        'You cannot change this, or they are not on the list any more. Please load the page again.',
      )
    case 'bad_role':
      return refusal(form, 422, 'Please choose a role.', 'role')
    case 'full':
      return refusal(form, 409, FULL)
  }
}

async function invite(services: AppServices, actor: Actor, form: FormData) {
  const [email, name, role] = [textOf(form, 'email'), textOf(form, 'name'), textOf(form, 'role')]
  const deps = { ...services, passwords: services.auth.passwords }
  const invited = await inviteStaff(deps, actor, { email, name, role })
  return invited.ok
    ? done(form, `The invitation is on its way to ${invited.value.email}.`)
    : inviteRefusal(form, invited)
}

function inviteRefusal(form: FormData, refused: InviteStaffRefusal) {
  switch (refused.reason) {
    case 'fields':
      return wrongFields(form, refused.details)
    case 'not_found':
      return refusal(form, 404, 'You cannot invite somebody in this role. An owner of the kitchen can.')
    case 'vendor_inactive':
      return refusal(form, 409, 'You can invite people once your kitchen is active.')
    case 'email_taken':
      return refusal(form, 409, 'This address has an account that is no kitchen’s. Please take another one.', 'email')
    case 'works_here':
      return refusal(form, 409, 'They work here already, or did: then let them in again above.', 'email')
    case 'said_no':
      return refusal(form, 409, 'They said no. A week after that you can ask them again.', 'email')
    case 'too_many':
      return refusal(form, 429, 'That was a lot for one day. Please invite more people tomorrow.')
    case 'full':
      return refusal(form, 409, FULL)
  }
}
