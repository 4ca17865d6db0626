import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { cachedPage, cachedPageHeaders } from '../../page/cached-page.ts'
import type { PageHandle } from '../../page/page-handle.ts'
import { buttonClass } from '../../ui/button.tsx'
import { writeStorage } from '../cart/stored-list.ts'
import { forgetPages } from '../offline/forget-pages.ts'
import type { CustomerNews } from '../offline/kept-pages.ts'
import type { Route } from './+types/orders'
import { type OrderState, stateInWords } from './order-state.ts'
import { forgetOrder, type PhoneOrder, usePhoneOrders } from './phone-orders.ts'

export const handle: PageHandle = { wake: 'at_once', offline: 'everybody', tells_of_orders: true }

export const meta: Route.MetaFunction = () => [{ title: `Your orders - ${brand.name}` }]

/** The page is the same for everybody: only the phone knows which orders are its own. */
export function loader() {
  return cachedPage({}, null)
}

export const headers = cachedPageHeaders

export default function Orders() {
  const orders = usePhoneOrders()
  return (
    <div className="page-width max-w-2xl py-8">
      <h1 className="text-3xl font-extrabold">Your orders</h1>
      <p className="mt-2 text-ink-soft">Ordered or followed on this phone. Nobody else sees this list.</p>
      <p className="card mt-6 hidden p-5 noscript:block">
        This list needs JavaScript. The link in our SMS opens your order without it.
      </p>
      {orders === null && <div className="skeleton mt-6 h-24 noscript:hidden" aria-hidden="true" />}
      {orders?.length === 0 && (
        <div className="card mt-6 p-8 text-center">
          <p className="text-lg font-semibold">No orders yet.</p>
          <p className="mt-1 text-ink-soft">What you order on this phone appears here.</p>
          <Link className={buttonClass('primary', 'mt-4')} to={'/restaurants' satisfies Address}>
            See the restaurants
          </Link>
        </div>
      )}
      <ul className="mt-6 grid gap-4">
        {orders?.map((order) => (
          <Row key={order.track_token} order={order} />
        ))}
      </ul>
    </div>
  )
}

function Row({ order }: { order: PhoneOrder }) {
  const state = useLastState(order.track_token)
  return (
    <li className="card flex flex-wrap items-center gap-x-4 gap-y-2 p-5">
      <div className="min-w-0 grow basis-48">
        <Link className="font-bold text-link hover:underline" to={`/track/${order.track_token}` satisfies Address}>
          {order.vendors.join(', ')}
        </Link>
        <p className="text-sm text-ink-soft">
          Order {order.order_ids.join(', ')} · {new Date(order.seen_at).toLocaleDateString('en-NG')}
        </p>
        <p role="status" className="min-h-6">
          {state}
        </p>
      </div>
      <button
        type="button"
        className={buttonClass('quiet')}
        aria-label={`Forget order ${order.order_ids.join(', ')}`}
        onClick={() => forget(order)}
      >
        Forget
      </button>
    </li>
  )
}

/** Forgets an order, and the pages about it that this phone keeps; what is on its way the worker does not keep. */
async function forget(order: PhoneOrder): Promise<void> {
  forgetOrder(order)
  writeStorage('orderUnderWay', null)
  const { track_token, order_ids } = order
  const news: CustomerNews = { kind: 'forget_order', track_token, order_ids }
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => null)
  worker?.active?.postMessage(news)
  if ('caches' in window) await forgetPages(order).catch(() => {})
}

/** Where the order stands, as the server says now; offline, that nobody knows. */
function useLastState(track_token: string): string {
  const [state, setState] = useState('')
  useEffect(() => {
    const gone = new AbortController()
    fetch(`/track/${track_token}/state` satisfies Address, { signal: gone.signal })
      .then(async (answer) => {
        if (answer.status === 404) return setState('We do not know this order any more.')
        const { o } = (await answer.json()) as { o: OrderState[] }
        setState(o.map((one) => stateInWords(one)).join('; '))
      })
      .catch(() => {
        if (!gone.signal.aborted) setState('No connection: we cannot look just now.')
      })
    return () => gone.abort()
  }, [track_token])
  return state
}
