const hourName = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** Orders of today by hour: bars for the eye, a table for everybody else. */
export function HourBars({ by_hour }: { by_hour: readonly number[] }) {
  const most = Math.max(...by_hour, 1)
  const busy = by_hour.flatMap((orders, hour) => (orders > 0 ? [{ hour, orders }] : []))
  return (
    <figure className="card p-5">
      <figcaption className="font-bold">Orders by hour</figcaption>
      <svg viewBox="0 0 240 96" className="mt-3 w-full text-ink-soft" aria-hidden="true">
        {by_hour.map((orders, hour) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the place in the list is the hour.
            key={hour}
            x={hour * 10 + 1}
            y={80 - (orders / most) * 76}
            width="8"
            height={Math.max((orders / most) * 76, 1)}
            rx="1.5"
            className={orders > 0 ? 'fill-jollof' : 'fill-line'}
          />
        ))}
        {[0, 6, 12, 18].map((hour) => (
          <text key={hour} x={hour * 10} y="93" fontSize="9" fill="currentColor">
            {hourName(hour)}
          </text>
        ))}
      </svg>
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

/** The dishes that sold best in four weeks, longest bar first. */
export function DishBars({ dishes }: { dishes: readonly { name: string; quantity: number }[] }) {
  const most = Math.max(...dishes.map((dish) => dish.quantity), 1)
  return (
    <figure className="card p-5">
      <figcaption className="font-bold">Best dishes of four weeks</figcaption>
      {dishes.length === 0 && <p className="mt-2 text-sm text-ink-soft">Nothing was sold yet.</p>}
      <ol className="mt-3 grid gap-3">
        {dishes.map((dish) => (
          <li key={dish.name}>
            <p className="flex justify-between gap-3">
              <span className="min-w-0 break-words">{dish.name}</span>
              <span className="money font-bold">{dish.quantity}</span>
            </p>
            <svg viewBox="0 0 100 4" preserveAspectRatio="none" className="h-2 w-full" aria-hidden="true">
              <rect width="100" height="4" className="fill-sunken" />
              <rect width={(dish.quantity / most) * 100} height="4" className="fill-jollof" />
            </svg>
          </li>
        ))}
      </ol>
    </figure>
  )
}
