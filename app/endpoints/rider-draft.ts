import { saveRiderDraft } from '../../domain/delivery/riders/save-rider-draft.ts'
import { requireRider } from '../account/require-role.ts'
import { readFields } from '../request/read-form.ts'
import { services_context } from '../services.ts'
import type { Route } from './+types/rider-draft'

/** Saves what a rider types into the registration; the answer has no content. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireRider(context, request)
  const form = await readFields(request)
  const typed = [...form].filter((field): field is [string, string] => typeof field[1] === 'string')
  const saved = await saveRiderDraft(context.get(services_context), actor, {
    fields: Object.fromEntries(typed),
  })
  return new Response(null, { status: saved.ok ? 204 : 409 })
}
