import { Outlet } from 'react-router'
import { loadShell } from '../account/load-shell.server.ts'
import { onlyFor } from '../account/require-role.ts'
import back_office_style from '../back-office.css?url'
import { answerLostLine, loadAfterAnswer } from '../ui/answer-lost-line.ts'
import { BackOffice } from '../ui/back-office.tsx'
import { holdWhileLeaving } from '../ui/leaving.ts'
import type { Route } from './+types/layout'
import { RiderAlerts } from './desk/alerts.tsx'
import { rider_sidebar } from './sidebar.ts'
import { useKeptShell } from './use-kept-shell.ts'

/** After the style that every page carries (app/root.tsx), so that this one has the last word. */
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: back_office_style }]

export const middleware: Route.MiddlewareFunction[] = [onlyFor('rider')]

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [holdWhileLeaving, answerLostLine]

export function loader({ request, context }: Route.LoaderArgs) {
  return loadShell(context, request)
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
