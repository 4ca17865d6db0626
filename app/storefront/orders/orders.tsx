import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { REFERRALS } from '../../../domain/promotions/referrals/referral-settings.ts'
import { readSetting } from '../../../domain/settings/read-setting.ts'
import { cachedPage, cachedPageHeaders } from '../../page/cached-page.ts'
import type { PageHandle } from '../../page/page-handle.ts'
import { services_context } from '../../services.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Picture } from '../../ui/pictures/picture.tsx'
import { writeStorage } from '../cart/stored-list.ts'
import { useStored } from '../cart/use-stored.ts'
import { forgetPages } from '../offline/forget-pages.ts'
import type { CustomerNews } from '../offline/kept-pages.ts'
import type { Route } from './+types/orders'
import { fillIn } from './fill-in.ts'
import { type OrderState, stateInWords } from './order-state.ts'
import { emptyList, listHead } from './orders-html.server.tsx'
import { forgetOrder, type PhoneOrder, phoneOrders } from './phone-orders.ts'

export const handle: PageHandle = { wake: 'at_once', offline: 'everybody', tells_of_orders: true }

export const meta: Route.MetaFunction = () => [{ title: `Your orders - ${brand.name}` }]

/** The page is the same for everybody: only the phone knows which orders are its own. */
export async function loader({ context }: Route.LoaderArgs) {
  const { offered } = await readSetting(context.get(services_context).db, REFERRALS)
  return cachedPage({ head: listHead(), empty: emptyList(), brings: offered === 'yes' }, null)
}

export const headers = cachedPageHeaders

export default function Orders({ loaderData: { head, empty, brings } }: Route.ComponentProps) {
  const orders = useStored(phoneOrders, null)
  return (
    <div className="page-width max-w-2xl py-8">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, escaped by React on the server. */}
      <div dangerouslySetInnerHTML={{ __html: head }} />
      {orders === null && <div className="skeleton mt-6 h-24 noscript:hidden" aria-hidden="true" />}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the same. */}
      {orders?.length === 0 && <div dangerouslySetInnerHTML={{ __html: empty }} />}
      <ul className="mt-6 grid gap-4">
        {orders?.map((order) => (
          <Row key={order.track_token} order={order} brings={brings} />
        ))}
      </ul>
    </div>
  )
}

function Row({ order, brings }: { order: PhoneOrder; brings: boolean }) {
  const { track_token, short } = order
  const numbers = order.order_ids.join(', ')
  const [state, setState] = useLastState(track_token)
  const is_to_fill = !short
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each order, and never again.
  useEffect(() => void (is_to_fill && fillIn(order)), [])
  return (
    <li className="card flex flex-wrap items-center gap-4 p-4">
      <Picture src={short?.picture ?? null} alt="" sizes="80px" className="size-20 rounded-control" />
      <div className="min-w-0 grow basis-44">
        <Link className="font-bold text-link hover:underline" to={`/track/${track_token}` satisfies Address}>
          {order.vendors.join(', ')}
        </Link>
        <p className="min-h-6">{short && `${short.dishes} · ${short.total}`}</p>
        <p className="text-sm text-ink-soft">
          Order {numbers} · {new Date(order.seen_at).toLocaleDateString('en-NG')}
        </p>
        <p role="status" className="min-h-6">
          {state}
        </p>
        {brings && state.includes('delivered') && (
          <a
            className="inline-flex min-h-11 items-center text-link underline"
            href={`/track/${track_token}#friend` satisfies Address}
          >
            Bring a friend
          </a>
        )}
      </div>
      <div className="flex basis-full gap-3">
        {state !== GONE && (
          <form
            method="post"
            action={`/track/${track_token}` satisfies Address}
            className="grow"
            onSubmit={(event) => {
              if (navigator.onLine) return
              event.preventDefault()
              setState('No connection: order it again once you are online.')
            }}
          >
            <button
              type="submit"
              name="intent"
              value="again"
              className={buttonClass('primary', 'w-full')}
              aria-label={`Order again what was order ${numbers}`}
            >
              Order again
            </button>
          </form>
        )}
        <button
          type="button"
          className={buttonClass('quiet')}
          aria-label={`Forget order ${numbers}`}
          onClick={() => forget(order)}
        >
          Forget
        </button>
      </div>
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

const GONE = 'We do not know this order any more.'

/** Where the order stands, as the server says now; offline, that nobody knows. */
function useLastState(track_token: string) {
  const [state, setState] = useState('')
  useEffect(() => {
    const gone = new AbortController()
    fetch(`/track/${track_token}/state` satisfies Address, { signal: gone.signal })
      .then(async (answer) => {
        if (answer.status === 404) return setState(GONE)
        const { o } = (await answer.json()) as { o: OrderState[] }
        setState(o.map(stateInWords).join('; '))
      })
      .catch(() => {
        if (!gone.signal.aborted) setState('No connection: we cannot look just now.')
      })
    return () => gone.abort()
  }, [track_token])
  return [state, setState] as const
}
