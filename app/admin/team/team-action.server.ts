import type { Actor } from '../../../domain/accounts/actor.ts'
import { changeAdminRole, endAdmin, restoreAdmin } from '../../../domain/accounts/change-admin.ts'
import { endSecondStep } from '../../../domain/accounts/end-second-step.ts'
import { fieldErrors, invitation_form } from '../../../domain/accounts/forms.ts'
import { inviteAdmin } from '../../../domain/accounts/make-admin.ts'
import { type AdminRole, admin_roles, isAdminRole } from '../../../domain/admin-roles.ts'
import type { Sent } from '../../account/screen-action.server.ts'
import { textOf } from '../../request/form-texts.ts'
import type { AppServices } from '../../services.ts'
import { done, inWords, refusal, wrongFields } from '../../ui/forms/action-answer.ts'
import { askWho } from '../money-leaves.server.ts'

/** What an owner decides about who is an admin. */
export async function teamAction(services: AppServices, actor: Actor, form: FormData, sent: Sent) {
  const intent = textOf(form, 'intent')
  if (intent === 'invite') return invite(services, actor, form, sent)
  const user_id = textOf(form, 'user_id')
  const admin_role = textOf(form, 'admin_role')
  const is_known = intent === 'end' || intent === 'restore' || intent === 'end_second_step'
  if (is_known || (intent === 'role' && isAdminRole(admin_role))) {
    const unproven = await askWho({ services, sent, form }, actor, {
      subject: `user:${user_id}`,
      said: warnings[intent] ?? becomes(intent === 'role' ? admin_role : null),
    })
    if (unproven) return unproven
  }
  const { answer, said } = await perform(services, actor, user_id, form)
  if (answer?.ok) return done(form, said)
  if (!answer) return refusal(form, 400, 'This cannot be done here.')
  return inWords(form, answer, {
    not_found: [404, 'There is no such admin any more. Please load the page again.'],
    bad_role: [422, 'Please choose a role.', 'admin_role'],
    off: [409, 'There is no second step at this login any more. Please load the page again.'],
    last_owner: [409, 'This is the last owner: nobody would be left to say who is an admin. Make another first.'],
  })
}

const warnings: Readonly<Record<string, string>> = {
  end: 'They are logged out everywhere and act for us no more. So please say that it is you.',
  end_second_step: 'From now on their password alone lets in, until they set it up anew. So please say that it is you.',
}

/** What somebody may do from then on, as whom. */
function becomes(admin_role: string | null): string {
  const as = isAdminRole(admin_role) ? ` with the role ${admin_roles[admin_role as AdminRole].name}` : ' again'
  return `They act for us${as}, and an admin may let money go. So please say that it is you.`
}

async function perform(services: AppServices, actor: Actor, user_id: string, form: FormData) {
  switch (textOf(form, 'intent')) {
    case 'role': {
      const admin_role = textOf(form, 'admin_role')
      return {
        answer: await changeAdminRole(services, actor, { user_id, admin_role }),
        said: 'The role holds from now on.',
      }
    }
    case 'end':
      return { answer: await endAdmin(services, actor, user_id), said: 'Ended, and logged out everywhere.' }
    case 'restore':
      return { answer: await restoreAdmin(services, actor, user_id), said: 'They can log in again.' }
    case 'end_second_step':
      return {
        answer: await endSecondStep(services, actor, user_id),
        said: 'Taken away, and logged out everywhere. At the next login they set it up anew.',
      }
    default:
      return { answer: null, said: '' }
  }
}

async function invite(services: AppServices, actor: Actor, form: FormData, sent: Sent) {
  const invitation = {
    email: textOf(form, 'email'),
    name: textOf(form, 'name'),
    admin_role: textOf(form, 'admin_role'),
  }
  const checked = invitation_form.safeParse(invitation)
  if (!checked.success) return wrongFields(form, fieldErrors(checked.error))
  const said = becomes(checked.data.admin_role)
  const unproven = await askWho({ services, sent, form }, actor, { subject: 'team:invite', said })
  if (unproven) return unproven
  const invited = await inviteAdmin({ ...services, passwords: services.auth.passwords }, actor, invitation)
  if (invited.ok) return done(form, `The invitation is on its way to ${invited.value.email}.`)
  if (invited.reason === 'fields') return wrongFields(form, invited.details)
  return inWords(form, invited, {
    email_taken: [409, 'This address has an account already. Please take another one for the admin.', 'email'],
    not_found: [404, 'This cannot be done here.'],
  })
}
