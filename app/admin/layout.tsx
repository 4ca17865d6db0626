import { useMemo, useState } from 'react'
import { Outlet, redirect, useLocation } from 'react-router'
import { admin_roles } from '../../domain/admin-roles.ts'
import { BackOffice } from '../account/back-office.tsx'
import { loadShell } from '../account/load-shell.server.ts'
import { onlyFor, requireAdmin } from '../account/require-role.ts'
import { isActionAlone } from '../account/screen-rights.ts'
import { stayWithTyped } from '../account/stay-with-typed.ts'
import back_office_style from '../back-office.css?url'
import type { PageHandle } from '../page/page-handle.ts'
import { answerLostLine } from '../ui/forms/answer-lost-line.ts'
import { holdWhileLeaving } from '../ui/forms/leaving.ts'
import { MayContext } from '../ui/may-context.ts'
import type { Route } from './+types/layout'
import { countsByScreen, waitingFor } from './dashboard/waiting.server.ts'
import { mayChange, maySee } from './rights.ts'
import { SearchDoor } from './search/search-door.tsx'
import { admin_sidebar } from './sidebar.ts'

/** Loaded after the style that every page carries (app/root.tsx), so that its rules win. */
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: back_office_style }]

export const handle: PageHandle = { wake: 'at_once' }

/**
 * A screen that is not for the role of this admin: not even its data is read. What is sent to one by the router is
 * refused by its action, in words, and nothing that was typed is lost.
 */
const onlyForRole: Route.MiddlewareFunction = async ({ request, context }) => {
  const actor = await requireAdmin(context, request)
  const { pathname } = new URL(request.url)
  if (!maySee(actor, pathname) && !isActionAlone(request)) throw redirect('/unauthorized' satisfies Address)
}

export const middleware: Route.MiddlewareFunction[] = [onlyFor('admin'), onlyForRole]

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [holdWhileLeaving, stayWithTyped, answerLostLine]

export async function loader({ request, context }: Route.LoaderArgs) {
  const [shell, waiting] = await Promise.all([loadShell(context, request), waitingFor(context, request)])
  return { ...shell, counts: countsByScreen(waiting) }
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  const { user, news, counts } = loaderData
  const { pathname, key } = useLocation()
  // Somebody whose role is taken away in the middle of a form keeps the form, and is told when they send it.
  const [opened, open] = useState({ key, user })
  if (opened.key !== key) open({ key, user })
  const title = user.admin_role && admin_roles[user.admin_role].name
  const links = useMemo(() => admin_sidebar.filter(({ to }) => maySee(user, to)), [user])
  return (
    <MayContext value={(intent, action) => mayChange(opened.user, action ?? pathname, intent) === true}>
      <BackOffice links={links} counts={counts} user={user} title={title} news={news} tools={<SearchDoor />}>
        <Outlet />
      </BackOffice>
    </MayContext>
  )
}
