import { Link, useNavigation } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { calibrationOf } from '../../../domain/delivery/windows/calibration.ts'
import { DayBars } from '../../ui/day-bars.tsx'
import { Figure } from '../../ui/figure.tsx'
import { SearchForm } from '../../ui/forms/search-form.tsx'
import { type Column, DataTable } from '../../ui/lists/data-table.tsx'
import { useListAddress } from '../../ui/lists/use-list-address.ts'
import { adminLoader } from '../admin-screen.server.ts'
import type { Route } from './+types/windows'
import { type WindowsRow, windowsView } from './windows-view.server.ts'

export const meta: Route.MetaFunction = () => [{ title: `Arrival windows - ${brand.name}` }]

const periods = { '7 days': 7, '28 days': 28, '90 days': 90 } as const
const default_period = '28 days'
const DAY_MS = 24 * 60 * 60 * 1000

export const loader = adminLoader(async ({ db, now, query }) => {
  const names = Object.keys(periods) as (keyof typeof periods)[]
  const period = names.find((name) => name === query.get('period')) ?? default_period
  const parts = await calibrationOf(db, { from: new Date(now.getTime() - periods[period] * DAY_MS), until: now })
  return { period, ...windowsView(parts, query.get('vendor')) }
})

export default function Windows({ loaderData }: Route.ComponentProps) {
  const { period, vendor, figures, hours, vendors } = loaderData
  const { location } = useNavigation()
  const to = useListAddress()
  return (
    <>
      <h1 className="text-3xl font-extrabold">Arrival windows</h1>
      <p className="mt-2 max-w-2xl text-ink-soft">
        Whether orders came when customers were told at payment. A promise is kept when the food was there by the end of
        its window. A window that is to hold 80 of 100 orders should hold 80: more, and it is wider than it need be.
      </p>
      <SearchForm
        action="/admin/windows"
        filter={{ label: 'Delivered in the last', name: 'period', value: period, options: Object.keys(periods) }}
        keeps={vendor ? { vendor: vendor.vendor_id } : {}}
      />
      <p role="status" className="mb-2 min-h-6 text-sm text-ink-soft">
        {location?.pathname === '/admin/windows'
          ? 'Looking…'
          : vendor && (
              <>
                Only {vendor.vendor_name}.{' '}
                <Link className="text-link underline" to={to({ vendor: null })}>
                  Show all kitchens
                </Link>
              </>
            )}
      </p>
      {figures ? (
        <>
          <dl className="grid gap-2 sm:grid-cols-3 sm:gap-4">
            <Figure flat name="Orders" value={figures.orders} />
            <Figure flat name="Promises kept" value={figures.kept} />
            <Figure flat name="Window told" value={figures.width} note="From its beginning to its end, in the mean." />
            <Figure flat name="Within 50 %" value={figures.within_50} />
            <Figure flat name="Within 80 %" value={figures.within_80} note="The window that customers are told." />
            <Figure flat name="Within 90 %" value={figures.within_90} />
          </dl>
          <h2 className="mt-8 text-xl font-bold">By hour of payment</h2>
          <div className="mt-3 grid gap-4 lg:grid-cols-3">
            <DayBars name="Promises kept" full={100} total={figures.kept} bars={hours.kept} />
            <DayBars name="Within 80 %" full={100} total={figures.within_80} bars={hours.within} />
            <DayBars name="Minutes told" total={figures.width} bars={hours.width} />
          </div>
          <h2 className="mt-8 mb-3 text-xl font-bold">By kitchen</h2>
          <DataTable
            caption="Arrival windows by kitchen"
            rows={vendors}
            keyOf={(row) => row.vendor_id}
            columns={columns(to)}
          />
        </>
      ) : (
        <div className="card p-8 text-center">
          <p className="text-lg font-semibold">No order was delivered in the last {period}.</p>
          <p className="mt-1 text-ink-soft">The first one shows here once it is handed over.</p>
        </div>
      )}
    </>
  )
}

const columns = (to: ReturnType<typeof useListAddress>): readonly Column<WindowsRow>[] => [
  {
    name: 'Kitchen',
    names_row: true,
    cell: (row) => (
      <Link className="text-link underline" to={to({ vendor: row.vendor_id })}>
        {row.vendor_name}
      </Link>
    ),
  },
  { name: 'Orders', className: 'money', cell: (row) => row.orders },
  { name: 'Promises kept', className: 'money', cell: (row) => row.kept },
  { name: 'Window told', className: 'money', cell: (row) => row.width },
  { name: 'Within 50 %', className: 'money', cell: (row) => row.within_50 },
  { name: 'Within 80 %', className: 'money', cell: (row) => row.within_80 },
  { name: 'Within 90 %', className: 'money', cell: (row) => row.within_90 },
]
