import { Link } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { formatCampusDateTime } from '../../../domain/clock.ts'
import { formatNaira } from '../../../domain/money.ts'
import { statementPage, vendorBalance } from '../../../domain/payouts/statement.ts'
import { requireVendor } from '../../account/require-role.ts'
import { services_context } from '../../services.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ScreenError } from '../../ui/screen-error.tsx'
import { StepLinks } from '../../ui/step-links.tsx'
import type { Route } from './+types/statement'

export const ErrorBoundary = ScreenError

export const meta: Route.MetaFunction = () => [{ title: `Statement - ${brand.name}` }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(services_context)
  const { user_id } = await requireVendor(context, request)
  const before = new URL(request.url).searchParams.get('before') ?? ''
  const { lines, next } = await statementPage(
    db,
    user_id,
    /^\d{1,15}$/.test(before) ? Number(before) : undefined,
  )
  return {
    lines: lines.map((line) => ({ ...line, recorded_at: formatCampusDateTime(line.recorded_at) })),
    next,
    first: before === '',
    balance: await vendorBalance(db, user_id),
  }
}

export default function Statement({ loaderData }: Route.ComponentProps) {
  const { lines, next, first, balance } = loaderData
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="mr-auto text-3xl font-extrabold">Statement</h1>
        <Link to="/request-payout" className={buttonClass('quiet')}>
          Payouts
        </Link>
        <a href="/request-payout/statement.csv" className={buttonClass('brand')} download>
          Download CSV
        </a>
      </div>
      <p className="mt-3 mb-5 text-ink-soft">
        Every naira from sale to payout. We owe you <strong className="money">{formatNaira(balance)}</strong>{' '}
        now.
      </p>
      {lines.length === 0 ? (
        <p className="card p-8 text-center font-semibold">Nothing was sold yet.</p>
      ) : (
        <div className="card overflow-hidden">
          <table className="data-table">
            <caption className="sr-only">Your account with us, newest first</caption>
            <thead>
              <tr>
                <th scope="col">Date</th>
                <th scope="col">What</th>
                <th scope="col">Amount</th>
                <th scope="col">Balance</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={line.id}>
                  <td data-label="Date">{line.recorded_at}</td>
                  <td data-label="What">
                    {line.order_id === null ? (
                      `${line.kind} ${line.payout_id ?? ''}`
                    ) : (
                      <Link to={`/vendor-order/${line.order_id}`} className="text-link underline">
                        {line.kind}, order {line.order_id}
                      </Link>
                    )}
                  </td>
                  <td data-label="Amount" className="money font-bold">
                    {formatNaira(line.amount)}
                  </td>
                  <td data-label="Balance" className="money">
                    {formatNaira(line.balance)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {(next !== null || !first) && (
        <StepLinks
          previous={first ? null : '/request-payout/statement'}
          next={next === null ? null : `/request-payout/statement?before=${next}`}
          text={first ? 'Newest' : 'Older'}
        />
      )}
    </>
  )
}
