import type { RouterContextProvider } from 'react-router'
import type { Actor } from '../../domain/accounts/actor.ts'
import { requireAdmin } from '../account/require-role.ts'
import { readFields } from '../request/read-form.ts'
import { type AppServices, services_context } from '../services.ts'

type Sent = { request: Request; context: Readonly<RouterContextProvider> }

/** What an admin reads whose form is older than what somebody else saved. */
export const SAVED_MEANWHILE =
  'Somebody else saved this while you were at it. Please load the page again, look at what stands there now, ' +
  'and save once more if need be.'

/** The action of an admin's screen: `take` does what its form asks for, for the admin who sent it. */
export function adminAction<Answer>(take: (services: AppServices, actor: Actor, form: FormData) => Answer) {
  return async ({ request, context }: Sent) => {
    const actor = await requireAdmin(context, request)
    return take(context.get(services_context), actor, await readFields(request))
  }
}
