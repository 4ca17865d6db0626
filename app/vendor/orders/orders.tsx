import { useRef, useState } from 'react'
import { Link, useNavigation } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { preparationMinutes } from '../../../domain/catalog/hours/preparation-minutes.ts'
import { type VendorFilter, vendor_filters } from '../../../domain/orders/lifecycle.ts'
import { listVendorOrders, ordersForLater } from '../../../domain/orders/vendor-orders.ts'
import { textOf } from '../../request/form-texts.ts'
import { buttonClass } from '../../ui/button.tsx'
import { loadAfterAnswer } from '../../ui/forms/answer-lost-line.ts'
import { SearchForm } from '../../ui/forms/search-form.tsx'
import { StepLinks } from '../../ui/lists/step-links.tsx'
import { Titled } from '../../ui/titled.tsx'
import { vendorAction, vendorLoader } from '../vendor-screen.server.ts'
import type { Route } from './+types/orders'
import { moveAction, readOrderId } from './move-action.server.ts'
import { type Asked, MoveDialog } from './move-dialog.tsx'
import { OrderTable } from './order-table.tsx'
import { orderView } from './order-view.server.ts'

export const meta: Route.MetaFunction = () => [{ title: `Orders - ${brand.name}` }]

const filters = Object.keys(vendor_filters) as VendorFilter[]

export const loader = vendorLoader(async ({ actor, db, now, query }) => {
  const search = query.get('q') ?? ''
  const filter = filters.find((option) => option === query.get('status')) ?? 'All'
  const list = await listVendorOrders(db, actor.kitchen.vendor_id, {
    search,
    filter,
    page: Number(query.get('page')),
    now,
  })
  // A search finds them among the others.
  const shows_later = search.trim() === '' && list.page === 1 && (filter === 'All' || filter === 'Pending')
  const later = shows_later ? await ordersForLater(db, actor.kitchen.vendor_id, now) : []
  return {
    ...list,
    orders: list.orders.map((order) => orderView(order, now)),
    later: later.map((order) => orderView(order, now)),
    search,
    filter,
    minutes: await preparationMinutes(db, actor.kitchen.vendor_id),
  }
})

/** The moves of the list; an order that is not the vendor's is not found, whatever stands in the form. */
export const action = vendorAction((services, actor, form) =>
  moveAction(services, actor, readOrderId(textOf(form, 'order_id')), form),
)

export const shouldRevalidate = loadAfterAnswer

export default function Orders({ loaderData }: Route.ComponentProps) {
  const { orders, later, page, has_more, search, filter, minutes } = loaderData
  const { location } = useNavigation()
  const loading = location?.pathname === '/vendor-order'
  const dialog = useRef<HTMLDialogElement>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const ask = (next: Asked) => {
    setAsked(next)
    dialog.current?.showModal()
  }
  const to = (target: number) => {
    const query = new URLSearchParams()
    if (search) query.set('q', search)
    if (filter !== 'All') query.set('status', filter)
    if (target > 1) query.set('page', String(target))
    return `/vendor-order${query.size > 0 ? `?${query}` : ''}`
  }
  return (
    <>
      <h1 className="text-3xl font-extrabold">Orders</h1>
      <SearchForm
        action="/vendor-order"
        label="Search by order id or item name"
        search={search}
        filter={{ label: 'Status', value: filter, options: filters }}
      />
      <p role="status" className="mb-2 min-h-6 text-sm text-ink-soft">
        {loading && 'Looking…'}
      </p>
      {later.length > 0 && (
        <Titled id="later-heading" title="For later" className="mb-6">
          <p className="mb-2 text-ink-soft">Each rings when it is time to begin. You can accept it before.</p>
          <OrderTable orders={later} ask={ask} caption="For later, the first one first" />
        </Titled>
      )}
      {orders.length > 0 ? (
        <OrderTable orders={orders} ask={ask} caption="Your orders, newest first" />
      ) : (
        later.length === 0 && <NoOrders narrowed={search !== '' || filter !== 'All' || page > 1} />
      )}
      {(page > 1 || has_more) && (
        <StepLinks
          previous={page > 1 ? to(page - 1) : null}
          next={has_more ? to(page + 1) : null}
          text={`Page ${page}`}
        />
      )}
      <MoveDialog ref={dialog} asked={asked} minutes={minutes} action="/vendor-order" />
    </>
  )
}

function NoOrders({ narrowed }: { narrowed: boolean }) {
  return (
    <div className="card p-8 text-center">
      <p className="text-lg font-semibold">{narrowed ? 'No order matches.' : 'No orders yet.'}</p>
      <p className="mt-1 text-ink-soft">
        {narrowed ? 'Try another word or status.' : 'The next paid order appears here and rings. Leave this page open.'}
      </p>
      {narrowed && (
        <Link className={buttonClass('brand', 'mt-4')} to={'/vendor-order' satisfies Address}>
          Show all orders
        </Link>
      )}
    </div>
  )
}
