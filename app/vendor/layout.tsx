import { LayoutDashboard, ReceiptText, Store, UtensilsCrossed, Wallet } from 'lucide-react'
import { Outlet } from 'react-router'
import { formatCampusDateTime } from '../../domain/clock.ts'
import { readBell } from '../../domain/notifications/bell.ts'
import { onlyFor, requireSignedIn } from '../account/require-role.ts'
import { shellUser } from '../account/shell-user.ts'
import back_office_style from '../back-office.css?url'
import { services_context } from '../services.ts'
import { BackOffice, type BackOfficeLink } from '../ui/back-office.tsx'
import type { Route } from './+types/layout'

const sidebar: readonly BackOfficeLink[] = [
  { to: '/vendor-dashboard', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/vendor-order', label: 'Order', icon: ReceiptText },
  { to: '/food', label: 'Food', icon: UtensilsCrossed },
  { to: '/account', label: 'Account', icon: Store },
  { to: '/request-payout', label: 'Request Payout', icon: Wallet },
]

/** After the style that every page carries (app/root.tsx), so that this one has the last word. */
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: back_office_style }]

export const middleware: Route.MiddlewareFunction[] = [onlyFor('vendor')]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(services_context)
  const signed_in = await requireSignedIn(context, request)
  const bell = await readBell(db, signed_in.actor.user_id)
  return {
    user: shellUser(signed_in),
    news: {
      unread: bell.unread,
      latest: bell.latest.map((news) => ({
        id: news.id,
        text: news.text,
        to: news.order_id === null ? '/vendor-order' : `/vendor-order/${news.order_id}`,
        when: formatCampusDateTime(news.created_at),
        read: news.read_at !== null,
      })),
    },
  }
}

export default function VendorLayout({ loaderData }: Route.ComponentProps) {
  return (
    <BackOffice links={sidebar} user={loaderData.user} news={loaderData.news}>
      <Outlet />
    </BackOffice>
  )
}
