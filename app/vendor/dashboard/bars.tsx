const hourName = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** A day in which nothing was sold yet shows the hours in which campuses eat. */
const USUAL_HOURS = { from: 8, to: 21 }

/** Orders of today by hour: bars to look at, and a table for screen readers. */
export function HourBars({ by_hour }: { by_hour: readonly number[] }) {
  const most = Math.max(...by_hour, 1)
  const busy = by_hour.flatMap((orders, hour) => (orders > 0 ? [{ hour, orders }] : []))
  const from = Math.min(USUAL_HOURS.from, ...busy.map(({ hour }) => hour))
  const to = Math.max(USUAL_HOURS.to, ...busy.map(({ hour }) => hour))
  const shown = Array.from({ length: to - from + 1 }, (_, n) => from + n)
  return (
    <figure className="card min-w-0 p-5">
      <figcaption className="font-bold">Orders by hour</figcaption>
      <div aria-hidden="true" className="mt-4 flex gap-px sm:gap-1">
        {shown.map((hour) => (
          <div key={hour} className="min-w-0 flex-1 text-center text-xs text-ink-soft">
            {/* Words wider than their bar stand over its middle, and never break. */}
            <p className="flex h-5 justify-center font-bold whitespace-nowrap text-ink">{by_hour[hour] || ''}</p>
            {/* The content security policy allows no style attribute, so the height is drawn. */}
            <svg
              aria-hidden="true"
              viewBox="0 0 10 100"
              preserveAspectRatio="none"
              className="h-32 w-full border-b border-line"
            >
              <rect
                width="10"
                y={100 - ((by_hour[hour] ?? 0) / most) * 100}
                height={((by_hour[hour] ?? 0) / most) * 100}
                className="fill-bar"
              />
            </svg>
            <p className="mt-1 flex justify-center whitespace-nowrap">
              {hour % 2 === 0 ? String(hour).padStart(2, '0') : '\u00a0'}
            </p>
          </div>
        ))}
      </div>
      {busy.length === 0 ? (
        <p className="mt-2 text-sm text-ink-soft">No order yet today.</p>
      ) : (
        <table className="sr-only">
          <caption>Orders by hour</caption>
          <tbody>
            {busy.map(({ hour, orders }) => (
              <tr key={hour}>
                <th scope="row">{hourName(hour)}</th>
                <td>{orders}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </figure>
  )
}

/** The dishes that sold best in a time, longest bar first. */
export function DishBars(props: { name: string; dishes: readonly { name: string; quantity: number }[] }) {
  const { name, dishes } = props
  const most = Math.max(...dishes.map((dish) => dish.quantity), 1)
  return (
    <figure className="card p-5">
      <figcaption className="font-bold">{name}</figcaption>
      {dishes.length === 0 && (
        <p className="mt-4 text-sm text-ink-soft">
          Nothing was sold yet. What sells best appears here after the first orders.
        </p>
      )}
      <ol className="mt-4 grid gap-4">
        {dishes.map((dish) => (
          <li key={dish.name}>
            <p className="flex justify-between gap-4">
              <span className="min-w-0 break-words">{dish.name}</span>
              <span className="money font-bold">{dish.quantity}</span>
            </p>
            <svg
              viewBox="0 0 100 8"
              preserveAspectRatio="none"
              className="mt-1 h-2 w-full rounded-full"
              aria-hidden="true"
            >
              <rect width="100" height="8" className="fill-sunken" />
              <rect width={(dish.quantity / most) * 100} height="8" className="fill-bar" />
            </svg>
          </li>
        ))}
      </ol>
    </figure>
  )
}
