import { brand } from '../../../domain/brand.ts'
import { vendor_status_filters } from '../../../domain/catalog/lifecycle.ts'
import { rider_filters } from '../../../domain/delivery/lifecycle.ts'
import { admin_filters } from '../../../domain/orders/lifecycle.ts'
import { payout_statuses } from '../../../domain/payouts/lifecycle.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { adminLoader } from '../admin-screen.server.ts'
import type { Route } from './+types/exports'

export const meta: Route.MetaFunction = () => [{ title: `Exports - ${brand.name}` }]

export const loader = adminLoader(() => {
  return null
})

type List = {
  list: 'orders' | 'payouts' | 'ledger' | 'vendors' | 'riders'
  heading: string
  what: string
  statuses: readonly string[]
}

const lists: readonly List[] = [
  {
    list: 'orders',
    heading: 'Orders',
    what: 'One line an order, with what the platform keeps and the vendor earns.',
    statuses: Object.keys(admin_filters),
  },
  {
    list: 'payouts',
    heading: 'Payouts',
    what: 'What vendors asked for and were paid. Account numbers show their last four digits.',
    statuses: ['All', ...payout_statuses],
  },
  { list: 'ledger', heading: 'Ledger', what: 'Every entry of the books, debit and credit.', statuses: [] },
  {
    list: 'vendors',
    heading: 'Vendors',
    what: 'Who sells with us, and since when.',
    statuses: Object.keys(vendor_status_filters),
  },
  { list: 'riders', heading: 'Riders', what: 'Who delivers for us, and since when.', statuses: rider_filters },
]

/** The admin's lists as CSV files, by status and days. Plain forms: the browser downloads what they answer. */
export default function Exports() {
  return (
    <>
      <h1 className="text-3xl font-extrabold">Exports</h1>
      <p className="mt-2 max-w-2xl text-ink-soft">
        Files for a spreadsheet. Without days they hold everything. Every download is noted in the audit log.
      </p>
      <div className="mt-5 grid gap-5 lg:grid-cols-2">
        {lists.map((one) => (
          <Download key={one.list} {...one} />
        ))}
      </div>
    </>
  )
}

function Download({ list, heading, what, statuses }: List) {
  return (
    <section aria-label={heading} className="card p-5">
      <h2 className="text-xl font-bold">{heading}</h2>
      <p className="mt-1 mb-4 text-sm text-ink-soft">{what}</p>
      <form action={`/admin/export/${list}.csv` satisfies Address} className="grid gap-4 sm:grid-cols-2">
        {statuses.length > 0 && (
          <div className="sm:col-span-2">
            <SelectField name="status" label="Status">
              {statuses.map((status) => (
                <option key={status}>{status}</option>
              ))}
            </SelectField>
          </div>
        )}
        <Field name="from" label="From" type="date" />
        <Field name="to" label="To" type="date" />
        <div className="sm:col-span-2">
          <button type="submit" className={buttonClass('brand')}>
            Download {heading.toLowerCase()}
          </button>
        </div>
      </form>
    </section>
  )
}
