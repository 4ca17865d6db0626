import { Outlet } from 'react-router'
import { BackOffice } from '../account/back-office.tsx'
import { loadShell } from '../account/load-shell.server.ts'
import { onlyFor } from '../account/require-role.ts'
import back_office_style from '../back-office.css?url'
import type { PageHandle } from '../page/page-handle.ts'
import { answerLostLine, loadAfterAnswer } from '../ui/forms/answer-lost-line.ts'
import { holdWhileLeaving } from '../ui/forms/leaving.ts'
import type { Route } from './+types/layout'
import { riderAlerts } from './desk/alerts.server.ts'
import { RiderAlerts } from './desk/alerts.tsx'
import { rider_sidebar } from './sidebar.ts'
import { useKeptShell } from './use-kept-shell.ts'

/** Loaded after the style that every page carries (app/root.tsx), so that its rules win. */
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: back_office_style }]

export const handle: PageHandle = { wake: 'at_once', manifest: '/rider.webmanifest' }

export const middleware: Route.MiddlewareFunction[] = [onlyFor('rider')]

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [holdWhileLeaving, answerLostLine]

export async function loader({ request, context }: Route.LoaderArgs) {
  const [shell, alerts] = await Promise.all([loadShell(context, request), riderAlerts(context, request)])
  return { ...shell, alerts }
}

/** An answered offer disappears from every page, also one that had expired. */
export const shouldRevalidate = loadAfterAnswer

export default function RiderLayout({ loaderData }: Route.ComponentProps) {
  useKeptShell(loaderData.user.email)
  return (
    <BackOffice links={rider_sidebar} user={loaderData.user} news={loaderData.news}>
      <div className="outdoors">
        <RiderAlerts alerts={loaderData.alerts} />
        <Outlet />
      </div>
    </BackOffice>
  )
}
