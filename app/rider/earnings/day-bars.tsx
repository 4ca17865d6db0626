import { formatNaira, type Kobo } from '../../../domain/money.ts'
import { Titled } from '../../ui/titled.tsx'

type Day = {
  date: string
  name: string
  earned: Kobo
  deliveries: {
    delivery_id: number
    order_id: number
    vendor_name: string | null
    earned: Kobo
    tip: Kobo
    requested: boolean
    at: string | null
  }[]
}

/** What was earned day by day: a bar for each, and behind it every delivery. */
export function DayBars({ days }: { days: readonly Day[] }) {
  const most = Math.max(...days.map(({ earned }) => earned), 1)
  if (days.length === 0) {
    return (
      <p className="card p-8 text-center font-semibold">
        Nothing was delivered in the last 14 days. Every delivery appears here.
      </p>
    )
  }
  return (
    <Titled id="days-title" title="The last 14 days" className="card p-5">
      <div className="mt-2 divide-y divide-line">
        {days.map(({ date, name, earned, deliveries }, index) => (
          <details key={date} open={index === 0} className="py-1">
            <summary className="min-h-11 cursor-pointer py-2">
              <span className="font-semibold">{name}</span>
              <span className="money float-right font-bold">{formatNaira(earned)}</span>
              {/* The content security policy allows no style attribute, so the length is drawn. */}
              <svg
                viewBox="0 0 100 8"
                preserveAspectRatio="none"
                aria-hidden="true"
                className="mt-2 block h-2 w-full rounded-full"
              >
                <rect width="100" height="8" className="fill-sunken" />
                <rect width={(earned / most) * 100} height="8" className="fill-bar" />
              </svg>
            </summary>
            <ul className="mb-2">
              {deliveries.map(({ delivery_id, order_id, vendor_name, earned, tip, requested, at }) => (
                <li key={delivery_id} className="flex justify-between gap-3 py-1">
                  <span className="min-w-0">
                    {vendor_name ?? 'A kitchen'}{' '}
                    <span className="text-sm text-ink-soft">
                      {at}, order {order_id}
                      {tip > 0 && `, ${formatNaira(tip)} of it a tip`}
                      {requested && ', requested'}
                    </span>
                  </span>
                  <span className="money">{formatNaira(earned)}</span>
                </li>
              ))}
            </ul>
          </details>
        ))}
      </div>
    </Titled>
  )
}
