import { data, redirect } from 'react-router'
import type { Actor } from '../../../domain/accounts/actor.ts'
import { correctVendorPlace, setCommission, unlockRegistration } from '../../../domain/catalog/change-vendor-terms.ts'
import { HIGHEST_COMMISSION_PERCENT } from '../../../domain/catalog/lifecycle.ts'
import { activateVendor, deactivateVendor, restoreVendor, suspendVendor } from '../../../domain/catalog/move-vendor.ts'
import { beginActing, stopActing } from '../../../domain/catalog/staff/act-for-kitchen.ts'
import { requireSession } from '../../account/require-role.ts'
import type { Sent } from '../../account/screen-action.server.ts'
import { textOf } from '../../request/form-texts.ts'
import type { AppServices } from '../../services.ts'
import { done, inWords } from '../../ui/forms/action-answer.ts'

const done_words: Readonly<Record<string, string>> = {
  activate: 'The vendor is active: customers find it now.',
  deactivate: 'The vendor was deactivated and is told why.',
  suspend: 'The vendor is suspended and logged out everywhere.',
  restore: 'The vendor is active again.',
  commission: 'The commission was saved. It holds for orders from now on.',
  unlock: 'The owner can correct the registration now.',
  place: 'The place was saved.',
}

/** What an admin decides about a vendor. */
export async function vendorAction(services: AppServices, actor: Actor, form: FormData, sent: Sent) {
  const intent = textOf(form, 'intent')
  if (intent === 'act_for' || intent === 'stop_acting') return act(services, actor, form, sent)
  const vendor_id = textOf(form, 'vendor_id')
  const answer = await perform(services, actor, vendor_id, form)
  if (answer.ok) return done(form, done_words[textOf(form, 'intent')] ?? 'Saved')
  if (answer.reason === 'stale') form.set('version', answer.details.version)
  return inWords(form, answer, {
    not_found: 404,
    stale: ({ now }) => [409, `Another admin changed this meanwhile. Now: ${now}. Save again if yours is right.`],
    not_allowed: ({ status }) => [409, `This vendor is ${status} already; nothing was changed.`],
    bad_reason: [422, 'Please say why, in 3 to 200 characters.', 'reason'],
    unfinished: [409, 'This registration is not finished yet: there is no name to show.'],
    already_unlocked: [409, 'It is unlocked already; the owner has not sent it in again.'],
    bad_percent: [422, `Please write 0 to ${HIGHEST_COMMISSION_PERCENT}, or nothing for the usual rate.`, 'percent'],
    fields: (errors) => {
      const [field = 'landmark', said = ''] = Object.entries(errors)[0] ?? []
      return [422, said, field]
    },
  })
}

/** Begins to act for a kitchen, on its own screens, or stops, back at its details. */
async function act(services: AppServices, actor: Actor, form: FormData, { context, request }: Sent) {
  const { session_id } = await requireSession(context, request)
  if (textOf(form, 'intent') === 'stop_acting') {
    const vendor_id = await stopActing(services, actor, session_id)
    throw redirect(vendor_id ? (`/admin/vendors?vendor=${vendor_id}` satisfies Address) : '/admin/vendors')
  }
  const visit = { session_id, vendor_id: textOf(form, 'vendor_id'), reason: textOf(form, 'reason') }
  const begun = await beginActing(services, actor, visit)
  if (begun.ok) throw redirect('/vendor-dashboard' satisfies Address)
  return inWords(form, begun, {
    not_found: 404,
    bad_reason: [422, 'Please say why, in 3 to 200 characters. The kitchen reads it.', 'reason'],
    suspended: [409, 'This kitchen is suspended. Restore it first.'],
  })
}

function perform(services: AppServices, actor: Actor, vendor_id: string, form: FormData) {
  const reason = textOf(form, 'reason')
  // A page from before the release that has versions sends none.
  const shown = form.has('version') ? { version: textOf(form, 'version') } : {}
  switch (textOf(form, 'intent')) {
    case 'activate':
      return activateVendor(services, actor, vendor_id)
    case 'deactivate':
      return deactivateVendor(services, actor, { vendor_id, reason })
    case 'suspend':
      return suspendVendor(services, actor, { vendor_id, reason })
    case 'restore':
      return restoreVendor(services, actor, vendor_id)
    case 'commission':
      return setCommission(services, actor, { vendor_id, percent: textOf(form, 'percent'), ...shown })
    case 'unlock':
      return unlockRegistration(services, actor, vendor_id)
    case 'place':
      return correctVendorPlace(services, actor, {
        vendor_id,
        landmark: textOf(form, 'landmark'),
        latitude: textOf(form, 'latitude'),
        longitude: textOf(form, 'longitude'),
        ...shown,
      })
    default:
      throw data(null, { status: 400 })
  }
}
