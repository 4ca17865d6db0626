import { redirect } from 'react-router'
import { services_context } from '../services.ts'
import type { Route } from './+types/logout'
import { setting } from './require-role.ts'
import { endSessionOf } from './tablet-cookie.ts'

/** Ends the session. The button that leads here also clears the session storage. */
export async function action({ request, context }: Route.ActionArgs) {
  const cookies = await endSessionOf(context.get(services_context), request)
  return redirect('/login' satisfies Address, { headers: setting(cookies) })
}

/** Only the button logs out; following a link must not. */
export function loader() {
  return redirect('/' satisfies Address)
}
