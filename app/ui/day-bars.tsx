export type DayBar = { day: string; name: string; value: number; words: string }

const WIDTH = 280
const HEIGHT = 96
const FLOOR = 80
const TALLEST = 76

const fills: Readonly<Record<number, string>> = { [-1]: 'fill-bad', 0: 'fill-line', 1: 'fill-jollof' }

type DayBarsProps = {
  name: string
  total: string
  bars: readonly DayBar[]
  /** The value of a full bar; by default that of the largest day. */
  full?: number
  note?: string
}

/**
 * A figure by day, or by what else its bars stand for: bars to look at, down from the line where it is below zero, and
 * a table for screen readers.
 */
export function DayBars({ name, total, bars, full, note }: DayBarsProps) {
  const most = full ?? Math.max(...bars.map((bar) => bar.value), 1)
  const least = Math.min(...bars.map((bar) => bar.value), 0)
  const scale = TALLEST / (most - least)
  const line = FLOOR + least * scale
  const step = WIDTH / bars.length
  return (
    <figure className="card p-5">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-bold">{name}</span>
        <span className="money text-sm text-ink-soft">{total}</span>
        {note && <span className="w-full text-sm text-ink-soft">{note}</span>}
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="mt-3 w-full text-ink-soft" aria-hidden="true">
        {bars.map((bar, place) => {
          const height = Math.max(Math.abs(bar.value) * scale, 1)
          return (
            <rect
              key={bar.day}
              x={place * step + 2}
              y={bar.value < 0 ? line : line - height}
              width={step - 4}
              height={height}
              rx="2"
              className={fills[Math.sign(bar.value)]}
            >
              <title>{`${bar.name}: ${bar.words}`}</title>
            </rect>
          )
        })}
        {bars.map(
          (bar, place) =>
            place % 4 === 1 && (
              <text
                key={bar.day}
                x={place === bars.length - 1 ? WIDTH : place * step + step / 2}
                y="93"
                fontSize="9"
                textAnchor={place === bars.length - 1 ? 'end' : 'middle'}
                fill="currentColor"
              >
                {bar.name}
              </text>
            ),
        )}
      </svg>
      {/* A table is as wide as its words, so it is hidden by what is around it. */}
      <div className="sr-only">
        <table>
          <caption>{name}</caption>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.day}>
                <th scope="row">{bar.name}</th>
                <td>{bar.words}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
