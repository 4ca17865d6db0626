import { Outlet } from 'react-router'
import { BackOffice } from '../account/back-office.tsx'
import { loadShell } from '../account/load-shell.server.ts'
import { onlyFor } from '../account/require-role.ts'
import back_office_style from '../back-office.css?url'
import type { PageHandle } from '../page/page-handle.ts'
import { answerLostLine } from '../ui/answer-lost-line.ts'
import { holdWhileLeaving } from '../ui/leaving.ts'
import type { Route } from './+types/layout'
import { admin_sidebar } from './sidebar.ts'

/** Loaded after the style that every page carries (app/root.tsx), so that its rules win. */
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: back_office_style }]

export const handle: PageHandle = { wake: 'at_once' }

export const middleware: Route.MiddlewareFunction[] = [onlyFor('admin')]

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [holdWhileLeaving, answerLostLine]

export function loader({ request, context }: Route.LoaderArgs) {
  return loadShell(context, request)
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <BackOffice links={admin_sidebar} user={loaderData.user} news={loaderData.news}>
      <Outlet />
    </BackOffice>
  )
}
