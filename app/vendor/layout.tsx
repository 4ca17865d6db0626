import { Outlet } from 'react-router'
import { type ClosedReason, closedReasons } from '../../domain/catalog/closed-reasons.ts'
import { describeOpening } from '../../domain/catalog/opening-hours.ts'
import { formatCampusTime } from '../../domain/clock.ts'
import { BackOffice } from '../account/back-office.tsx'
import { onlyFor, requireSignedIn } from '../account/require-role.ts'
import { type ShellUser, shellUser } from '../account/shell-user.ts'
import back_office_style from '../back-office.css?url'
import type { PageHandle } from '../page/page-handle.ts'
import { services_context } from '../services.ts'
import { answerLostLine } from '../ui/answer-lost-line.ts'
import { bellNews } from '../ui/bell-news.server.ts'
import { holdWhileLeaving } from '../ui/leaving.ts'
import type { Route } from './+types/layout'
import { type ClosedNotice, ClosedNotices } from './closed-notices.tsx'
import { vendor_sidebar } from './sidebar.ts'

/** Loaded after the style that every page carries (app/root.tsx), so that its rules win. */
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: back_office_style }]

export const handle: PageHandle = { wake: 'at_once' }

export const middleware: Route.MiddlewareFunction[] = [onlyFor('vendor')]

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [holdWhileLeaving, answerLostLine]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock } = context.get(services_context)
  const signed_in = await requireSignedIn(context, request)
  const now = clock.now()
  const [news, reasons] = await Promise.all([
    bellNews(db, signed_in.actor, now),
    closedReasons(db, signed_in.actor.user_id, now),
  ])
  const closed = reasons.map((reason) => closedNotice(reason, now))
  return { user: shellUser(signed_in), news, closed }
}

function closedNotice(reason: ClosedReason, now: Date): ClosedNotice {
  if (reason.kind === 'resting' || reason.kind === 'closed') {
    return { kind: reason.kind, opens: reason.until && describeOpening(reason.until, now) }
  }
  if (reason.kind !== 'paused') return reason
  return { kind: reason.kind, until: reason.until && formatCampusTime(reason.until), for_lapses: reason.for_lapses }
}

/**
 * What the layout gives its screens. It is always fresh, unlike the dashboard's figures, which may be five minutes old.
 */
export type VendorContext = { user: ShellUser; closed: readonly ClosedNotice[] }

export default function VendorLayout({ loaderData }: Route.ComponentProps) {
  return (
    <BackOffice links={vendor_sidebar} user={loaderData.user} news={loaderData.news}>
      <ClosedNotices notices={loaderData.closed} />
      <Outlet context={{ user: loaderData.user, closed: loaderData.closed } satisfies VendorContext} />
    </BackOffice>
  )
}
