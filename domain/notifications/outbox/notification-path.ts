import type { Role } from '../../accounts/actor.ts'
import type { NotificationKind } from '../tables.ts'

/** Where news of an order lead; without an order, the role's own start page. */
const order_pages: Readonly<Record<Role, (order_id: number | null) => string>> = {
  vendor: (order_id) => (order_id === null ? '/vendor-order' : `/vendor-order/${order_id}`),
  rider: () => '/rider-dashboard',
  admin: (order_id) => (order_id === null ? '/admin/dashboard' : `/admin/orders/${order_id}`),
}

/** Where news of a payout lead. */
const payout_pages: Readonly<Record<Role, string>> = {
  vendor: '/request-payout',
  rider: '/rider-dashboard',
  admin: '/admin/payout',
}

/** The page on which this role sees what a notification is about, for the bell and for push messages. */
export function notificationPath(role: Role, news: { kind: NotificationKind; order_id: number | null }): string {
  // This page says what is left to do before customers can order.
  if (news.kind === 'vendor_moved') return '/vendor-dashboard'
  if (news.kind === 'kitchen_paused') return role === 'vendor' ? '/account' : '/admin/vendors'
  if (news.kind === 'same_price_lost') return '/account'
  if (news.kind === 'case_yours') return '/admin/cases?status=Mine'
  if (news.kind === 'shift') return '/rider/shifts'
  return news.kind === 'payout' ? payout_pages[role] : order_pages[role](news.order_id)
}

/** The same page, for whoever works in several kitchens: this one is to be in front of them there. */
export function inKitchen(path: string, vendor_id: string): string {
  return `${path}?kitchen=${vendor_id}`
}
