import { askConfirmation } from '../../domain/accounts/confirm-mail.ts'
import { readSignedIn } from '../account/require-role.ts'
import { services_context } from '../services.ts'
import type { Route } from './+types/send-confirmation'

/** Sends the link that confirms a mail address once more, without leaving the form that needs it. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(services_context)
  const signed_in = await readSignedIn(context, request)
  if (!signed_in) return new Response(null, { status: 401 })
  if (signed_in.actor.role === 'admin' || signed_in.tablet) return new Response(null, { status: 403 })
  await askConfirmation(services, signed_in.actor)
  return new Response(null, { status: 204 })
}
