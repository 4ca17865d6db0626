import { redirect } from 'react-router'
import { services_context } from '../services.ts'
import type { Route } from './+types/logout'
import { setting } from './require-role.ts'
import { endSessionOf, sessionOf } from './tablet-cookie.ts'

/** Ends the session. The button that leads here also clears the session storage. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(services_context)
  const session = await sessionOf(services, request)
  const cookies = await endSessionOf(services, request)
  // Under somebody's login it was the kitchen's tablet all the while.
  const next = session?.covers_until ? ('/vendor-dashboard' satisfies Address) : ('/login' satisfies Address)
  return redirect(next, { headers: setting(cookies) })
}

/** Only the button logs out; following a link must not. */
export function loader() {
  return redirect('/' satisfies Address)
}
