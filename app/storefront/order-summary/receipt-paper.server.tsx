import { renderToStaticMarkup } from 'react-dom/server'
import { brand, business_address } from '../../../domain/brand.ts'
import { lineTotal } from '../../../domain/catalog/menu/cart-line.ts'
import { choicesKey, choicesText } from '../../../domain/catalog/menu/option-groups.ts'
import { formatNaira } from '../../../domain/money.ts'
import { Icon } from '../../ui/icon.tsx'
import { Fact, Sum } from './rows.tsx'
import type { WholeSummary } from './summary-view.server.ts'

/**
 * The receipt, on the screen and on paper, made from what the provider verified. It is sent as HTML: nothing in it is
 * interactive, so no script has to carry it.
 */
export const receiptPaper = (summary: WholeSummary): string => renderToStaticMarkup(<Paper summary={summary} />)

function Paper({ summary }: { summary: WholeSummary }) {
  const numbers = summary.orders.map((order) => order.id).join(', ')
  const cancelled = summary.orders.every((order) => order.status === 'Cancelled')
  const is_open = summary.orders.some(({ status }) => status !== 'Cancelled' && status !== 'Delivered')
  const vendor_ids = [...new Set(summary.lines.map((line) => line.vendor_id))]
  return (
    <>
      <header className="text-center">
        {cancelled ? (
          <Icon
            path="M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0M8.5 8.5l7 7M15.5 8.5l-7 7"
            className="no-print mx-auto mb-3 size-14 text-warn"
          />
        ) : (
          <Icon
            path="M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0M8 12.5l2.8 2.8L16 9.5"
            className="no-print mx-auto mb-3 size-14 text-good"
          />
        )}
        <h1 tabIndex={-1} className="text-2xl font-extrabold no-outline">
          {cancelled ? `${summary.orders.length > 1 ? 'Orders' : 'Order'} cancelled` : 'Payment Confirmed'}
        </h1>
        <p className="mt-1 text-ink-soft">
          {brand.name}, {business_address}
        </p>
      </header>
      <dl className="mt-6 grid grid-cols-[fit-content(45%)_1fr] gap-x-4 gap-y-1.5 border-y border-line py-4">
        <Fact name={summary.orders.length > 1 ? 'Order numbers' : 'Order number'} value={numbers} />
        <Fact name="Date" value={summary.paid_at ?? ''} />
        <Fact name="Name" value={`${summary.customer.firstName} ${summary.customer.lastName}`} />
        {summary.whither.map((fact) => (
          <Fact key={fact.name} {...fact} />
        ))}
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
              {summary.orders.length > 1 && <span className="font-normal text-ink-soft"> · order {order?.id}</span>}
            </h2>
            {order && <p className="text-ink-soft">{order.headline}</p>}
            {order?.notes.map(note)}
            <ul className="mt-2 space-y-1.5">
              {lines.map((line) => (
                <li key={`${line.food_id} ${choicesKey(line.options)}`} className="flex justify-between gap-4">
                  <span>
                    {line.name}{' '}
                    <span className="money text-sm text-ink-soft">
                      {line.quantity} × {formatNaira(line.price_kobo)}
                    </span>
                    {line.options && <span className="block text-sm">{choicesText(line.options)}</span>}
                  </span>
                  <span className="money">{formatNaira(lineTotal(line))}</span>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
      <dl className="mt-5 space-y-1.5 border-t border-line pt-4">
        {summary.costs.map((line) => (
          <Sum key={line.name} {...line} />
        ))}
        {summary.money_back.map(({ name, kobo }) => (
          <Sum key={name} name={name} kobo={kobo} />
        ))}
      </dl>
      {summary.notes.map(note)}
      <p className="mt-6 text-center font-semibold">
        {cancelled ? 'We are sorry' : 'Thank you for your order'}, {summary.customer.firstName}!
      </p>
      <p className="mt-1 text-center text-sm text-ink-soft">
        {is_open && 'We send updates by SMS. '}Questions: {brand.support_phone}, {brand.support_email}
      </p>
    </>
  )
}

const note = (text: string) => (
  <p key={text} className="mt-3">
    {text}
  </p>
)
