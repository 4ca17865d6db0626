import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { choicesKey, choicesText } from '../../../domain/catalog/option-groups.ts'
import { formatNaira } from '../../../domain/money.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { rememberOrder } from '../orders/phone-orders.ts'
import type { Summary } from './order-summary.tsx'
import { clearPaidOrder } from './pending-order.ts'
import { Fact, Sum } from './rows.tsx'

/** Spec §2 and providers.md 5.6: the receipt, on the screen and on paper, made from what the provider verified. */
export function Receipt({ summary }: { summary: Summary }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => clearPaidOrder(summary.link_token), [summary.link_token])
  // Who just paid stands at the button further down; the good news is up here.
  useEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  const track_token = summary.orders[0]?.track_token
  useEffect(() => {
    if (!track_token) return
    const vendors = new Set(summary.lines.map((line) => line.vendor_name))
    rememberOrder({ track_token, order_ids: summary.orders.map((order) => order.id), vendors: [...vendors] })
  }, [track_token, summary])
  const numbers = summary.orders.map((order) => order.id).join(', ')
  const vendor_ids = [...new Set(summary.lines.map((line) => line.vendor_id))]
  return (
    <article className="card p-5 sm:p-8">
      <header className="text-center">
        <Icon
          path="M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0M8 12.5l2.8 2.8L16 9.5"
          className="no-print mx-auto mb-3 size-14 text-good"
        />
        <h1 ref={heading} tabIndex={-1} className="text-2xl font-extrabold outline-none">
          Payment Confirmed
        </h1>
        <p className="mt-1 text-ink-soft">
          {brand.name}, {brand.address}
        </p>
      </header>
      <dl className="mt-6 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 border-y border-line py-4">
        <Fact name={summary.orders.length > 1 ? 'Order numbers' : 'Order number'} value={numbers} />
        <Fact name="Date" value={summary.paid_at ?? ''} />
        <Fact name="Name" value={`${summary.customer.firstName} ${summary.customer.lastName}`} />
        <Fact name="Deliver to" value={summary.customer.address} />
        <Fact name="Paid by" value={(summary.payment_type ?? '').replaceAll('_', ' ')} />
        <Fact name="Reference" value={summary.tx_ref} />
      </dl>
      {vendor_ids.map((vendor_id) => {
        const lines = summary.lines.filter((line) => line.vendor_id === vendor_id)
        const order = summary.orders.find((row) => row.vendor_id === vendor_id)
        return (
          <section key={vendor_id} className="mt-5" aria-label={lines[0]?.vendor_name}>
            <h2 className="font-bold">
              {lines[0]?.vendor_name}
              {summary.orders.length > 1 && (
                <span className="font-normal text-ink-soft"> · order {order?.id}</span>
              )}
            </h2>
            <ul className="mt-2 space-y-1.5">
              {lines.map((line) => (
                <li
                  key={`${line.food_id} ${choicesKey(line.options)}`}
                  className="flex justify-between gap-4"
                >
                  <span>
                    {line.name}{' '}
                    <span className="money text-sm text-ink-soft">
                      {line.quantity} × {formatNaira(line.price_kobo)}
                    </span>
                    {line.options && <span className="block text-sm">{choicesText(line.options)}</span>}
                  </span>
                  <span className="money">{formatNaira(line.price_kobo * line.quantity)}</span>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
      <dl className="mt-5 space-y-1.5 border-t border-line pt-4">
        <Sum name="Subtotal" kobo={summary.subtotal} />
        <Sum name="Delivery Fee" kobo={summary.delivery_fee} />
        <Sum name="TOTAL" kobo={summary.total} strong />
        {summary.refunded > 0 && <Sum name="On its way back to you" kobo={summary.refunded} />}
      </dl>
      <p className="mt-6 text-center font-semibold">
        Thank you for your order, {summary.customer.firstName}!
      </p>
      <p className="mt-1 text-center text-sm text-ink-soft">
        The kitchen has it. We send updates by SMS. Questions: {brand.support_phone}, {brand.support_email}
      </p>
      <div className="no-print mt-6 grid grid-cols-2 gap-3">
        {track_token && (
          <Link className={buttonClass('primary', 'col-span-2')} to={`/track/${track_token}`}>
            Follow your order
          </Link>
        )}
        <Link className={buttonClass('brand')} to="/">
          Home
        </Link>
        <button type="button" className={buttonClass('quiet')} onClick={() => window.print()}>
          Print Receipt
        </button>
      </div>
    </article>
  )
}
