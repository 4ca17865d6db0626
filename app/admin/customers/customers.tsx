import { Form, Link, redirect, useNavigation } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { customersNamed } from '../../../domain/checkout/track/customer-names.ts'
import { customerOrders, hasLookedUp, lookUpCustomer } from '../../../domain/checkout/track/customer-orders.ts'
import { formatCampusDateTime } from '../../../domain/clock.ts'
import { placeIn } from '../../../domain/keyset.ts'
import { formatNaira } from '../../../domain/money.ts'
import { decideQuiet } from '../../../domain/notifications/outbox/decide-quiet.ts'
import { quietOf } from '../../../domain/notifications/outbox/quiet-numbers.ts'
import { readContact } from '../../../domain/orders/match-contact.ts'
import { formatPhone } from '../../../domain/phone.ts'
import { textOf } from '../../request/form-texts.ts'
import { buttonClass } from '../../ui/button.tsx'
import { done, refusal } from '../../ui/forms/action-answer.ts'
import { Field, RefusedContext } from '../../ui/forms/field.tsx'
import { useRefused } from '../../ui/forms/use-refused.ts'
import type { Column } from '../../ui/lists/data-table.tsx'
import { ListTable } from '../../ui/lists/list-table.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { adminAction, adminLoader } from '../admin-screen.server.ts'
import type { Route } from './+types/customers'
import { QuietPanel } from './quiet-panel.tsx'
import { quietInWords } from './quiet-words.server.ts'

export const meta: Route.MetaFunction = () => [{ title: `Customers - ${brand.name}` }]

export const loader = adminLoader(async ({ actor, services, query }) => {
  const contact = query.get('contact') ?? ''
  const name = query.get('name') ?? ''
  const found = contact ? await customerOrders(services, actor, contact, placeIn(query)) : null
  const seen_names = name !== '' && (await hasLookedUp(services, actor, name))
  const named = seen_names ? await customersNamed(services.db, name) : null
  return {
    contact,
    name,
    named: named?.map(({ last_order, customer_phone, customer_name }) => ({
      customer_name,
      phone: formatPhone(customer_phone),
      last_order: formatCampusDateTime(last_order),
    })),
    quiet: found && !contact.includes('@') ? quietInWords(await quietOf(services.db, contact)) : null,
    found: found && {
      ...found,
      page: {
        ...found.page,
        rows: found.page.rows.map(({ created_at, ...order }) => ({
          ...order,
          date: formatCampusDateTime(created_at),
        })),
      },
    },
  }
})

/** Each look-up is written to the audit log, so it takes the press of a button and has no address. */
export const action = adminAction(async (services, actor, form) => {
  const intent = textOf(form, 'intent')
  if (intent === 'quiet' || intent === 'allow') {
    const quiet = intent === 'quiet'
    const decided = await decideQuiet(services, actor, { phone: textOf(form, 'phone'), quiet })
    if (!decided.ok) return refusal(form, 404, 'This is no phone number.')
    return done(form, quiet ? 'The number is quiet now.' : 'The number gets every SMS again.')
  }
  const typed = textOf(form, 'contact')
  const answer = await lookUpCustomer(services, actor, typed)
  if (answer.ok) {
    const by = readContact(answer.value) === null ? 'name' : 'contact'
    return redirect(`/admin/customers?${by}=${encodeURIComponent(answer.value)}` satisfies Address)
  }
  const said = 'Please write a phone number like 0803 123 4567, a mail address, or three letters of a name.'
  return refusal(form, 422, said, 'contact')
})

export default function Customers({ loaderData }: Route.ComponentProps) {
  const { contact, found, quiet, name, named } = loaderData
  const { state } = useNavigation()
  return (
    <>
      <h1 className="text-3xl font-extrabold">Customers</h1>
      <Form method="post" action={'/admin/customers' satisfies Address} className="mt-5 grid max-w-xl gap-3">
        <RefusedContext value={useRefused('')}>
          <Field
            key={contact || name}
            name="contact"
            label="Phone number, mail address or name"
            hint="Whom you look up is written into the audit log."
            required
            maxLength={254}
            autoComplete="off"
            defaultValue={contact || name}
          />
        </RefusedContext>
        <div>
          <button type="submit" disabled={state === 'submitting'} className={buttonClass('brand')}>
            Look up
          </button>
        </div>
      </Form>
      {named && <NamedCustomers named={named} />}
      {((contact && !found) || (name && !named)) && (
        <p className="card mt-6 p-5">This was looked up a while ago. Press “Look up” to see it again.</p>
      )}
      {found && (
        <>
          {found.orders > 0 && (
            <p className="mt-6">
              <strong>{found.orders}</strong> {found.orders === 1 ? 'order' : 'orders'}, paid{' '}
              <strong className="money">{formatNaira(found.paid)}</strong> in all, given back{' '}
              <strong className="money">{formatNaira(found.refunded)}</strong>.
            </p>
          )}
          {quiet && <QuietPanel phone={contact} quiet={quiet} />}
          {!contact.includes('@') && (
            <p className="mt-4">
              <Link
                className="text-link underline"
                to={`/admin/cases?about=customer:${encodeURIComponent(contact)}` satisfies Address}
              >
                Cases about this number
              </Link>
            </p>
          )}
          <ListTable
            action={'/admin/customers' satisfies Address}
            page={found.page}
            narrowed={false}
            things="orders"
            empty_hint="Nobody with this number or address has paid for an order."
            caption="The customer’s orders, newest first"
            keyOf={(row) => row.id}
            columns={columns}
          />
        </>
      )}
    </>
  )
}

type Named = NonNullable<Route.ComponentProps['loaderData']['named']>

/** The customers of this name, each with a button that shows the orders. */
function NamedCustomers({ named }: { named: Named }) {
  if (named.length === 0) {
    return <p className="card mt-6 p-5">Nobody of this name has paid for an order.</p>
  }
  return (
    <ul aria-label="Customers of this name" className="card mt-6 divide-y divide-line">
      {named.map((customer) => (
        <li
          key={`${customer.phone} ${customer.customer_name}`}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4"
        >
          <span className="min-w-0 grow break-words">
            <strong>{customer.customer_name}</strong> <span className="money">{customer.phone}</span>
            <span className="block text-sm text-ink-soft">Ordered last on {customer.last_order}</span>
          </span>
          <Form method="post" action={'/admin/customers' satisfies Address}>
            <input type="hidden" name="contact" value={customer.phone} />
            <button
              type="submit"
              aria-label={`Look up ${customer.customer_name}, ${customer.phone}`}
              className={buttonClass('quiet')}
            >
              Look up
            </button>
          </Form>
        </li>
      ))}
    </ul>
  )
}

type Row = NonNullable<Route.ComponentProps['loaderData']['found']>['page']['rows'][number]

const columns: readonly Column<Row>[] = [
  {
    name: 'Order',
    names_row: true,
    cell: (order) => (
      <Link
        className="font-bold text-link underline"
        data-opens=""
        to={`/admin/orders/${order.id}` satisfies Address}
        aria-label={`Order ${order.id}`}
      >
        #{order.id}
      </Link>
    ),
  },
  { name: 'Customer', cell: (order) => order.customer_name },
  { name: 'Vendor', cell: (order) => order.vendor_name ?? 'N/A' },
  {
    name: 'Items',
    cell: (order) => order.items.map((item) => `${item.name} x ${item.quantity}`).join(', '),
  },
  { name: 'Total', className: 'money font-bold', cell: (order) => formatNaira(order.grand_total) },
  {
    name: 'Given back',
    className: 'money',
    cell: (order) => (order.refunded === 0 ? '–' : formatNaira(order.refunded)),
  },
  { name: 'Status', cell: (order) => <StatusChip status={order.status} /> },
  { name: 'Date', className: 'text-sm', cell: (order) => order.date },
  {
    name: 'Receipt',
    cell: (order) => (
      <a
        className="inline-flex min-h-11 items-center text-link underline"
        href={`/order-summary?order=${order.link_token}&desk=1` satisfies Address}
        aria-label={`Receipt of order ${order.id}`}
      >
        Receipt
      </a>
    ),
  },
]
