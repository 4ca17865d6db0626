import { Link } from 'react-router'
import { may } from '../../../domain/admin-roles.ts'
import { brand } from '../../../domain/brand.ts'
import { vendorName } from '../../../domain/catalog/admin-vendors.ts'
import { choicesKey, nameWithChoices } from '../../../domain/catalog/menu/option-groups.ts'
import { carrierOf } from '../../../domain/delivery/riders/carriers.ts'
import { promisesOf } from '../../../domain/delivery/windows/late-orders.ts'
import { promiseOf } from '../../../domain/delivery/windows/promise.ts'
import { viewsOf } from '../../../domain/desk/saved-views.ts'
import { order_troubles, troubledOrders } from '../../../domain/desk/troubled-orders.ts'
import { placeIn } from '../../../domain/keyset.ts'
import { listViewIn } from '../../../domain/list-view.ts'
import { formatNaira } from '../../../domain/money.ts'
import { ADMIN_ORDERS_PER_PAGE, countOrders, listOrders, order_filters } from '../../../domain/orders/admin-orders.ts'
import { orderFile } from '../../../domain/orders/order-file.ts'
import { loadAfterAnswer } from '../../ui/forms/answer-lost-line.ts'
import { choiceColumn } from '../../ui/forms/choice-column.tsx'
import type { Column } from '../../ui/lists/data-table.tsx'
import { by_date } from '../../ui/lists/list-tools.tsx'
import { notFoundUnless, openedIn } from '../../ui/lists/opened-row.server.ts'
import { useListAddress } from '../../ui/lists/use-list-address.ts'
import { viewColumn } from '../../ui/lists/view-column.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { adminAction, adminLoader } from '../admin-screen.server.ts'
import { CHOSEN_ROWS, ChosenRows } from '../chosen-rows.tsx'
import { ListScreen } from '../list-screen.tsx'
import { seesOf } from '../sees.ts'
import type { Route } from './+types/orders'
import { orderAction } from './order-action.server.ts'
import { OrderDialog } from './order-dialog.tsx'
import { type OrderRow, orderDetails, orderRow } from './order-view.server.ts'

export const meta: Route.MetaFunction = () => [{ title: `Orders - ${brand.name}` }]

export const shouldRevalidate = loadAfterAnswer

export const loader = adminLoader(async ({ actor, db, now, query }) => {
  const sees = seesOf(actor)
  const search = query.get('q') ?? ''
  const troubled = await troubledOrders(db, now)
  const asked = query.get('status')
  const trouble = order_troubles.find((option) => option === asked)
  const filter = order_filters.find((option) => option === asked) ?? 'All'
  const opened = openedIn(query, 'order')
  const view = listViewIn(query, { sorts: ['date'], size: ADMIN_ORDERS_PER_PAGE })
  const vendor = query.get('vendor') ? notFoundUnless(await vendorName(db, query.get('vendor'))) : null
  const [list, counts, views, file, carrier, promise] = await Promise.all([
    listOrders(db, {
      ...{ search, filter, vendor_id: vendor?.user_id ?? null, place: placeIn(query), view },
      hides_contacts: !sees.contacts,
      among: trouble ? troubled[trouble] : null,
    }),
    countOrders(db),
    viewsOf(db, actor, 'orders'),
    opened === null ? null : orderFile(db, opened).then(notFoundUnless),
    opened === null ? null : carrierOf(db, opened),
    opened === null ? null : promiseOf(db, opened),
  ])
  const promises = await promisesOf(
    db,
    list.rows.map(({ id }) => id),
  )
  return {
    page: { ...list, rows: list.rows.map((row) => orderRow(row, { sees, promise: promises.get(row.id), now })) },
    order: file && orderDetails(file, carrier?.name ?? null, promise, sees),
    counts: { ...counts, ...Object.fromEntries(order_troubles.map((name) => [name, troubled[name].length])) },
    views,
    filters: [...order_filters, ...order_troubles],
    sees_money: sees.money,
    exports: may(actor, 'export'),
    writes: may(actor, 'help_customers'),
    vendor,
    search,
    filter: trouble ?? filter,
    view,
    usual: ADMIN_ORDERS_PER_PAGE,
  }
})

export const action = adminAction(orderAction)

export default function Orders({ loaderData }: Route.ComponentProps) {
  const { page, counts, views, filters, order, vendor, search, filter, sees_money, exports, writes, view, usual } =
    loaderData
  const to = useListAddress()
  return (
    <ListScreen
      title="Orders"
      above={order && <OrderDialog key={order.id} order={order} close_to={to({ order: null })} />}
      action="/admin/orders"
      search={{
        label: 'Search by item name, customer, vendor, order id, reference, phone or mail',
        text: search,
      }}
      filter={{ label: 'Status', value: filter, options: filters, counts }}
      {...(vendor && { keeps: { vendor: vendor.user_id } })}
      tools={{ view, usual, sorts: by_date }}
      saved={{ list: 'orders', views, columns_of_others: sees_money ? [] : ['Margin'] }}
      page={page}
      things="orders"
      empty_hint="The next paid order appears here."
      caption="Orders of all vendors"
      keyOf={(row) => row.id}
      choice={(exports || writes) && choice}
      columns={columns.filter(({ name }) => sees_money || name !== 'Margin')}
    >
      {vendor && (
        <p>
          Only orders of <strong>{vendor.name ?? vendor.email}</strong>.{' '}
          <Link to={'/admin/orders' satisfies Address} className="text-link underline">
            Show all vendors
          </Link>
        </p>
      )}
      {(exports || writes) && page.rows.length > 0 && <ChosenRows list="orders" exports={exports} writes={writes} />}
    </ListScreen>
  )
}

const choice = choiceColumn<OrderRow>(CHOSEN_ROWS, ({ id }) => ({ id, what: `order ${id}` }))

const columns: readonly Column<OrderRow>[] = [
  { name: 'Order', names_row: true, cell: (order) => `#${order.id}` },
  { name: 'Customer', cell: (order) => order.customer_name },
  { name: 'Vendor', cell: (order) => order.vendor_name ?? 'N/A' },
  {
    name: 'Items',
    cell: (order) => (
      <ul>
        {order.items.map((item) => (
          <li key={`${item.name} ${choicesKey(item.options)}`}>
            {nameWithChoices(item)} x {item.quantity}
          </li>
        ))}
      </ul>
    ),
  },
  { name: 'Total', className: 'money font-bold', cell: (order) => formatNaira(order.grand_total) },
  {
    name: 'Margin',
    className: 'money',
    cell: (order) => (order.margin_kobo === null ? 'Not known' : formatNaira(order.margin_kobo)),
  },
  {
    name: 'Status',
    cell: (order) => (
      <span className="inline-flex flex-wrap gap-1">
        <StatusChip status={order.status} />
        {order.lateness && <StatusChip status={order.lateness} />}
      </span>
    ),
  },
  { name: 'Promise', className: 'text-sm', cell: (order) => order.promise },
  { name: 'Date', sort: 'date', className: 'text-sm xl:whitespace-nowrap', cell: (order) => order.date },
  viewColumn((row) => ({ opens: { order: row.id }, what: `order ${row.id}` })),
]
