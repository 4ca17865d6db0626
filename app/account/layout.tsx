import { Outlet } from 'react-router'
import type { Role } from '../../domain/accounts/actor.ts'
import { admin_sidebar } from '../admin/sidebar.ts'
import back_office_style from '../back-office.css?url'
import { riderAlerts } from '../rider/desk/alerts.server.ts'
import { RiderAlerts } from '../rider/desk/alerts.tsx'
import { rider_sidebar } from '../rider/sidebar.ts'
import { services_context } from '../services.ts'
import { answerLostLine, loadAfterAnswer } from '../ui/answer-lost-line.ts'
import { BackOffice, type BackOfficeLink } from '../ui/back-office.tsx'
import { bellNews } from '../ui/bell-news.server.ts'
import { holdWhileLeaving } from '../ui/leaving.ts'
import { vendor_sidebar } from '../vendor/sidebar.ts'
import type { Route } from './+types/layout'
import { onlyFor, requireSignedIn } from './require-role.ts'
import { shellUser } from './shell-user.ts'

const sidebars: Readonly<Record<Role, readonly BackOfficeLink[]>> = {
  vendor: vendor_sidebar,
  rider: rider_sidebar,
  admin: admin_sidebar,
}

/** After the style that every page carries (app/root.tsx), so that this one has the last word. */
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: back_office_style }]

export const middleware: Route.MiddlewareFunction[] = [onlyFor('anybody_signed_in')]

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

export const shouldRevalidate = loadAfterAnswer

/** The pages that belong to every account, in the back office of whoever is signed in. */
export default function AccountLayout({ loaderData }: Route.ComponentProps) {
  const { user, news, alerts } = loaderData
  return (
    <BackOffice links={sidebars[user.role]} user={user} news={news}>
      <RiderAlerts alerts={alerts} />
      <Outlet />
    </BackOffice>
  )
}
