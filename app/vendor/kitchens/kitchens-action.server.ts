import { redirect } from 'react-router'
import { findActor } from '../../../domain/accounts/find-actor.ts'
import { declineKitchen, joinKitchen } from '../../../domain/catalog/staff/answer-invitation.ts'
import { MOST_STAFF } from '../../../domain/catalog/staff/lock-staff.ts'
import { MOST_KITCHENS, openKitchen } from '../../../domain/catalog/staff/open-kitchen.ts'
import { switchKitchen } from '../../../domain/catalog/staff/own-kitchens.ts'
import { type KitchenActor, requireSession } from '../../account/require-role.ts'
import { home_of, safePath } from '../../account/safe-path.ts'
import type { Sent } from '../../account/screen-action.server.ts'
import { textOf } from '../../request/form-texts.ts'
import type { AppServices } from '../../services.ts'
import { done, inWords, refusal } from '../../ui/forms/action-answer.ts'

/** What somebody does about the kitchens in which they work: changes to another, opens one, answers an invitation. */
export async function kitchensAction(services: AppServices, actor: KitchenActor, form: FormData, sent: Sent) {
  const { session_id } = await requireSession(sent.context, sent.request)
  const vendor_id = textOf(form, 'vendor_id')
  switch (textOf(form, 'intent')) {
    case 'switch': {
      const switched = await switchKitchen(services.db, actor, { session_id, vendor_id })
      if (switched.ok) return redirect(safePath(textOf(form, 'next')) ?? home_of.vendor)
      return refusal(form, 404, 'You do not work in this kitchen any more. Nothing was changed.')
    }
    case 'join': {
      const joined = await joinKitchen(services, actor, vendor_id)
      if (joined.ok) return goToKitchen(services, actor, session_id, vendor_id, home_of.vendor)
      return inWords(form, joined, {
        not_found: [404, 'This invitation is over. Please ask to be invited again.'],
        unconfirmed_mail: [409, 'Please confirm your mail address first, under Security: the invitation went there.'],
        full: [409, `${MOST_STAFF} people work there already. Please ask whoever invited you.`],
      })
    }
    case 'decline':
      await declineKitchen(services, actor, vendor_id)
      return done(form, 'You stay where you are.')
    case 'open': {
      const opened = await openKitchen(services, actor)
      if (opened.ok) return goToKitchen(services, actor, session_id, opened.value.vendor_id, '/account')
      return inWords(form, opened, {
        not_found: [404, 'Only an owner of the kitchen can open another one.'],
        vendor_inactive: [409, 'You can open another kitchen once this one is active.'],
        full: [409, `More than ${MOST_KITCHENS} kitchens are too many for one login. Please call us.`],
      })
    }
  }
  return refusal(form, 400, 'This cannot be done here.')
}

/** What was just joined or opened is not among the kitchens that this request began with. */
export async function goToKitchen(
  services: AppServices,
  actor: Pick<KitchenActor, 'user_id'>,
  session_id: string,
  vendor_id: string,
  page: '/account' | '/vendor-dashboard',
) {
  const found = await findActor(services.db, actor.user_id)
  if (found.ok) await switchKitchen(services.db, found.value.actor, { session_id, vendor_id })
  return redirect(page)
}
