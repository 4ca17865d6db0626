import { Outlet } from 'react-router'
import type { Role } from '../domain/accounts/actor.ts'
import { admin_roles } from '../domain/admin-roles.ts'
import type { Route } from './+types/own-office'
import { BackOffice, type BackOfficeLink } from './account/back-office.tsx'
import { loadShell } from './account/load-shell.server.ts'
import { lacksSecondFactor, onlyFor, requireSignedIn } from './account/require-role.ts'
import type { ShellUser } from './account/shell-user.ts'
import { countsByScreen, waitingFor } from './admin/dashboard/waiting.server.ts'
import { maySee as adminMaySee } from './admin/rights.ts'
import { SearchDoor } from './admin/search/search-door.tsx'
import { admin_sidebar } from './admin/sidebar.ts'
import back_office_style from './back-office.css?url'
import type { PageHandle } from './page/page-handle.ts'
import { riderAlerts } from './rider/desk/alerts.server.ts'
import { RiderAlerts } from './rider/desk/alerts.tsx'
import { rider_sidebar } from './rider/sidebar.ts'
import { services_context } from './services.ts'
import { answerLostLine, loadAfterAnswer } from './ui/forms/answer-lost-line.ts'
import { holdWhileLeaving } from './ui/forms/leaving.ts'
import { closedNotices } from './vendor/closed-notices.server.ts'
import { ClosedNotices } from './vendor/closed-notices.tsx'
import { maySee as kitchenMaySee } from './vendor/rights.ts'
import { vendor_sidebar } from './vendor/sidebar.ts'

const sidebars: Readonly<Record<Role, (user: ShellUser) => readonly BackOfficeLink[]>> = {
  vendor: (user) => vendor_sidebar.filter(({ to }) => kitchenMaySee(user, to)),
  rider: () => rider_sidebar,
  admin: (user) => admin_sidebar.filter(({ to }) => adminMaySee(user, to)),
}

/** Loaded after the style that every page carries (app/root.tsx), so that its rules win. */
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: back_office_style }]

export const handle: PageHandle = { wake: 'at_once' }

export const middleware: Route.MiddlewareFunction[] = [onlyFor('anybody_signed_in')]

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [holdWhileLeaving, answerLostLine]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock } = context.get(services_context)
  const { actor } = await requireSignedIn(context, request)
  const is_in = actor.role === 'admin' && !(await lacksSecondFactor(context, request))
  const [shell, alerts, closed, waiting] = await Promise.all([
    loadShell(context, request),
    riderAlerts(context, request),
    closedNotices(db, actor, clock.now()),
    is_in ? waitingFor(context, request) : null,
  ])
  return { ...shell, alerts, closed, counts: waiting && countsByScreen(waiting) }
}

export const shouldRevalidate = loadAfterAnswer

/** The pages that belong to every account, in the signed-in user's back office. */
export default function OwnOffice({ loaderData }: Route.ComponentProps) {
  const { user, news, alerts, closed, counts } = loaderData
  const of_admin = counts && {
    ...{ counts, tools: <SearchDoor /> },
    title: user.admin_role && admin_roles[user.admin_role].name,
  }
  return (
    <BackOffice links={sidebars[user.role](user)} user={user} news={news} {...of_admin}>
      <RiderAlerts alerts={alerts} />
      <ClosedNotices notices={closed} maySee={(path) => kitchenMaySee(user, path)} />
      <Outlet />
    </BackOffice>
  )
}
