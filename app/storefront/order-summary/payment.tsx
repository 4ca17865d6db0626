import { Link } from 'react-router'
import { choicesKey, choicesText } from '../../../domain/catalog/option-groups.ts'
import { formatNaira } from '../../../domain/money.ts'
import { Notice } from '../../ui/notice.tsx'
import { ContinueWithChanges } from './continue-with-changes.tsx'
import type { Summary } from './order-summary.tsx'
import { PayButton } from './pay-button.tsx'
import { Fact, Sum } from './rows.tsx'
import { StateNotice } from './state-notice.tsx'
import { usePayment } from './use-payment.ts'
import { useStateWatch } from './use-state-watch.ts'

/** Before the money is there: what will be paid, for whom, and the button. */
export function Payment({ summary }: { summary: Summary }) {
  const { step, message, changed, looks_paid, opened, pay } = usePayment(summary)
  useStateWatch(summary.link_token, summary.state, opened)
  const { customer } = summary
  // Only while the server knows nothing does the window's word that money moved say more.
  const nothing_heard = summary.state === 'open' || summary.state === 'started'
  return (
    <>
      <h1 className="text-3xl font-extrabold">Order Summary</h1>
      <section aria-labelledby="customer-heading" className="card mt-6 p-5">
        <h2 id="customer-heading" className="text-lg font-bold">
          Customer Info
        </h2>
        <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
          <Fact name="Name" value={`${customer.firstName} ${customer.lastName}`} />
          <Fact name="Email" value={customer.email} />
          <Fact name="Phone" value={customer.phone} />
          <Fact name="Address" value={customer.address} />
          {customer.note && <Fact name="Note" value={customer.note} />}
        </dl>
        <Link
          to="/checkout"
          className="mt-3 inline-flex min-h-11 items-center font-semibold text-link underline"
        >
          Change this
        </Link>
      </section>
      <section aria-labelledby="cost-heading" className="card mt-4 p-5">
        <h2 id="cost-heading" className="text-lg font-bold">
          Your order
        </h2>
        <ul className="mt-3 space-y-1.5">
          {summary.lines.map((line) => (
            <li key={`${line.food_id} ${choicesKey(line.options)}`} className="flex justify-between gap-4">
              <span>
                {line.quantity} × {line.name}{' '}
                <span className="text-sm text-ink-soft">{line.vendor_name}</span>
                {line.options && <span className="block text-sm">{choicesText(line.options)}</span>}
              </span>
              <span className="money">{formatNaira(line.price_kobo * line.quantity)}</span>
            </li>
          ))}
        </ul>
        <dl className="mt-4 space-y-1.5 border-t border-line pt-4">
          <Sum name="Total Price" kobo={summary.subtotal} />
          <Sum name="Delivery Fee" kobo={summary.delivery_fee} />
          <Sum name="Grand Total" kobo={summary.total} strong />
        </dl>
      </section>
      <div className="mt-4 space-y-4">
        <StateNotice summary={nothing_heard && looks_paid ? { ...summary, state: 'checking' } : summary} />
        {message && <Notice kind="bad">{message}</Notice>}
        {changed ? (
          <ContinueWithChanges summary={summary} quote={changed} />
        ) : (
          <PayButton
            summary={summary}
            step={step}
            probably_paid={looks_paid || summary.state === 'checking'}
            pay={pay}
          />
        )}
        <p className="text-center text-sm text-ink-soft">
          Card, USSD or bank transfer, through Flutterwave. We never see your card.
        </p>
      </div>
    </>
  )
}
