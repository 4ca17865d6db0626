import type { RouterContextProvider } from 'react-router'
import { riderAlerts } from '../rider/desk/alerts.server.ts'
import { services_context } from '../services.ts'
import { bellNews } from '../ui/bell-news.server.ts'
import { requireSignedIn } from './require-role.ts'
import { shellUser } from './shell-user.ts'

/** What the frame of a back office shows whoever is signed in. */
export async function loadShell(context: Readonly<RouterContextProvider>, request: Request) {
  const { db, clock } = context.get(services_context)
  const signed_in = await requireSignedIn(context, request)
  const now = clock.now()
  const [news, alerts] = await Promise.all([
    bellNews(db, signed_in.actor, now),
    riderAlerts(db, signed_in.actor, now),
  ])
  return { user: shellUser(signed_in), news, alerts }
}
