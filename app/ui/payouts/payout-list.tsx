import { formatNaira } from '../../../domain/money.ts'
import { StatusChip } from '../status-chip.tsx'
import type { PayoutLine } from './payout-line.ts'

/** A vendor's or a rider's own payouts, newest first. */
export function PayoutList({ payouts }: { payouts: readonly PayoutLine[] }) {
  if (payouts.length === 0) {
    return <p className="card p-8 text-center font-semibold">No payout was requested yet.</p>
  }
  return (
    <div className="card relative overflow-x-auto">
      <table className="data-table">
        <caption className="sr-only">Your payouts, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Amount</th>
            <th scope="col">Status</th>
            <th scope="col">Date</th>
          </tr>
        </thead>
        <tbody>
          {payouts.map((payout) => (
            <tr key={payout.id}>
              <td data-label="Amount" className="money font-bold">
                {formatNaira(payout.amount)}
              </td>
              <td data-label="Status">
                <div className="min-w-0 flex-1">
                  <StatusChip status={payout.status} />
                  {payout.outcome && <p className="mt-1 text-sm break-words text-ink-soft">{payout.outcome}</p>}
                </div>
              </td>
              <td data-label="Date">{payout.when}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
