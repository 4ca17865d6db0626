import { Link } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { vendorName } from '../../../domain/catalog/admin-vendors.ts'
import { buttonClass } from '../../ui/button.tsx'
import { notFoundUnless } from '../../ui/lists/opened-row.server.ts'
import { monthStatement } from '../../ui/statements/month-statement.server.ts'
import { MonthStatement } from '../../ui/statements/month-statement.tsx'
import { MonthSteps } from '../../ui/statements/month-steps.tsx'
import { adminLoader } from '../admin-screen.server.ts'
import type { Route } from './+types/vendor-statement'

export const meta: Route.MetaFunction = () => [{ title: `Statement - ${brand.name}` }]

export const loader = adminLoader(async ({ services, query, id }) => {
  const vendor = notFoundUnless(await vendorName(services.db, id))
  return {
    ...(await monthStatement(services, id, query)),
    name: vendor.name ?? vendor.email,
    id,
  }
})

export default function VendorStatement({ loaderData }: Route.ComponentProps) {
  const { id, name, month } = loaderData
  const path: Address = `/admin/books/vendor/${id}`
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="mr-auto text-3xl font-extrabold">Statement of {name}</h1>
        <Link to={'/admin/books' satisfies Address} className={buttonClass('quiet')}>
          Books
        </Link>
        <a href={`${path}/statement.csv?month=${month.name}`} className={buttonClass('brand')} download>
          Download CSV
        </a>
      </div>
      <MonthSteps path={path} month={month} />
      <MonthStatement
        path={path}
        statement={loaderData}
        order_path={(order_id) => `/admin/orders/${order_id}`}
        empty="Nothing was booked for this vendor in this month."
      />
    </>
  )
}
