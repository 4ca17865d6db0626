import { Link } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { formatNaira } from '../../../domain/money.ts'
import { vendorBalance } from '../../../domain/payouts/statement.ts'
import { buttonClass } from '../../ui/button.tsx'
import { monthStatement } from '../../ui/statements/month-statement.server.ts'
import { MonthStatement } from '../../ui/statements/month-statement.tsx'
import { MonthSteps } from '../../ui/statements/month-steps.tsx'
import { KitchenFileLink } from '../kitchen-file-link.tsx'
import { vendorLoader } from '../vendor-screen.server.ts'
import type { Route } from './+types/statement'

export const meta: Route.MetaFunction = () => [{ title: `Statement - ${brand.name}` }]

export const loader = vendorLoader(async ({ actor, services, query }) => {
  const { vendor_id } = actor.kitchen
  const [statement, balance] = await Promise.all([
    monthStatement(services, vendor_id, query),
    vendorBalance(services.db, vendor_id),
  ])
  return { ...statement, balance }
}, 'take_money')

export default function Statement({ loaderData }: Route.ComponentProps) {
  const { month, balance } = loaderData
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="mr-auto text-3xl font-extrabold">Statement</h1>
        <Link to={'/request-payout' satisfies Address} className={buttonClass('quiet')}>
          Payouts
        </Link>
        <KitchenFileLink to="/request-payout/statement.csv">Everything as CSV</KitchenFileLink>
        <KitchenFileLink to="/request-payout/statement.csv" query={{ month: month.name }} look="brand">
          Download CSV
        </KitchenFileLink>
      </div>
      <p className="mt-3 text-ink-soft">
        Every naira from sale to payout. We owe you <strong className="money">{formatNaira(balance)}</strong> now.
      </p>
      <MonthSteps path="/request-payout/statement" month={month} />
      <MonthStatement
        path="/request-payout/statement"
        statement={loaderData}
        order_path={(order_id) => `/vendor-order/${order_id}`}
        empty="Nothing was sold in this month."
      />
    </>
  )
}
