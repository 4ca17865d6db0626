import { saveRegistrationDraft } from '../../domain/catalog/registration/save-registration-draft.ts'
import { isForAnotherKitchen } from '../account/meant-kitchen.ts'
import { readSignedIn } from '../account/require-role.ts'
import { readForm } from '../request/read-form.ts'
import { services_context } from '../services.ts'
import type { Route } from './+types/registration-draft'

/** Saves what an owner types into the registration; the answer has no content. */
export async function action({ request, context }: Route.ActionArgs) {
  const signed_in = await readSignedIn(context, request)
  if (!signed_in) return new Response(null, { status: 401 })
  const form = await readForm(request, 0)
  if (!form) return new Response(null, { status: 413 })
  if (isForAnotherKitchen(signed_in.actor, form)) return new Response(null, { status: 409 })
  const typed = [...form].filter((field): field is [string, string] => typeof field[1] === 'string')
  const fields = Object.fromEntries(typed)
  const saved = await saveRegistrationDraft(context.get(services_context), signed_in.actor, { fields })
  if (saved.ok) return new Response(null, { status: 204 })
  return new Response(null, { status: saved.reason === 'locked' ? 409 : 403 })
}
