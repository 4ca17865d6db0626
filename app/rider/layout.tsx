import { Outlet } from 'react-router'
import { onlyFor, requireSignedIn } from '../account/require-role.ts'
import { shellUser } from '../account/shell-user.ts'
import back_office_style from '../back-office.css?url'
import { services_context } from '../services.ts'
import { answerLostLine, loadAfterAnswer } from '../ui/answer-lost-line.ts'
import { BackOffice } from '../ui/back-office.tsx'
import { bellNews } from '../ui/bell-news.server.ts'
import { holdWhileLeaving } from '../ui/leaving.ts'
import type { Route } from './+types/layout'
import { riderAlerts } from './desk/alerts.server.ts'
import { RiderAlerts } from './desk/alerts.tsx'
import { rider_sidebar } from './sidebar.ts'
import { useKeptShell } from './use-kept-shell.ts'

/** After the style that every page carries (app/root.tsx), so that this one has the last word. */
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: back_office_style }]

export const middleware: Route.MiddlewareFunction[] = [onlyFor('rider')]

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [holdWhileLeaving, answerLostLine]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock } = context.get(services_context)
  const signed_in = await requireSignedIn(context, request)
  const now = clock.now()
  const [news, alerts] = await Promise.all([
    bellNews(db, signed_in.actor, now),
    riderAlerts(db, signed_in.actor, now),
  ])
  return { user: shellUser(signed_in), news, alerts }
}

/** An offer that was answered, also where it had ended, is gone from every page. */
export const shouldRevalidate = loadAfterAnswer

export default function RiderLayout({ loaderData }: Route.ComponentProps) {
  useKeptShell(loaderData.user.email)
  return (
    <BackOffice links={rider_sidebar} user={loaderData.user} news={loaderData.news}>
      <RiderAlerts alerts={loaderData.alerts} />
      <Outlet />
    </BackOffice>
  )
}
