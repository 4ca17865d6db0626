import { Outlet } from 'react-router'
import { onlyFor, requireSignedIn } from '../account/require-role.ts'
import { shellUser } from '../account/shell-user.ts'
import back_office_style from '../back-office.css?url'
import { services_context } from '../services.ts'
import { answerLostLine } from '../ui/answer-lost-line.ts'
import { BackOffice } from '../ui/back-office.tsx'
import { bellNews } from '../ui/bell-news.server.ts'
import { holdWhileLeaving } from '../ui/leaving.ts'
import type { Route } from './+types/layout'
import { admin_sidebar } from './sidebar.ts'

/** After the style that every page carries (app/root.tsx), so that this one has the last word. */
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: back_office_style }]

export const middleware: Route.MiddlewareFunction[] = [onlyFor('admin')]

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [holdWhileLeaving, answerLostLine]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock } = context.get(services_context)
  const signed_in = await requireSignedIn(context, request)
  return { user: shellUser(signed_in), news: await bellNews(db, signed_in.actor, clock.now()) }
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <BackOffice links={admin_sidebar} user={loaderData.user} news={loaderData.news}>
      <Outlet />
    </BackOffice>
  )
}
