import { useMemo, useState } from 'react'
import { useDrawn } from '../use-drawn.ts'
import type { ChartView } from './analytics-view.server.ts'

const KOBO = 100
const THOUSAND = 1000

/** Short, as a scale needs it; the words of a day are exact. */
const onScale: Record<ChartView['unit'], (value: number) => string> = {
  count: (value) => (Number.isInteger(value) ? value.toLocaleString('en-NG') : ''),
  kobo: (value) => {
    const naira = value / KOBO
    return Math.abs(naira) >= THOUSAND ? `₦${(naira / THOUSAND).toLocaleString('en-NG')}k` : `₦${naira}`
  },
  percent: (value) => `${value} %`,
}

/** A figure by day as lines, what is under the pointer in words, and all of it as a table. */
export function DayChart({ chart, before_is }: { chart: ChartView; before_is: string | null }) {
  const { key, name, unit, days } = chart
  const [over, setOver] = useState<number | null>(null)
  const lines = useMemo(
    () => ({
      names: days.map((day) => day.name),
      now: days.map(({ value }) => value),
      before: days.map(({ before }) => before?.value ?? null),
      ...(unit === 'percent' && { full: 100 }),
    }),
    [days, unit],
  )
  const { box, state } = useDrawn(
    async (into) => (await import('./draw-lines.ts')).drawLines(into, { over: setOver, text: onScale[unit] }),
    key,
    lines,
  )
  const day = over === null ? undefined : days[over]
  return (
    <figure className="card p-5">
      <figcaption className="flex flex-wrap items-baseline gap-x-4">
        <span className="font-bold">{name}</span>
        <span className="text-sm text-ink-soft">
          <span className="now-line" /> these days
          {before_is && (
            <>
              {' '}
              <span className="before-line" /> {before_is}
            </>
          )}
        </span>
      </figcaption>
      <div ref={box as React.RefObject<HTMLDivElement>} className="chart mt-3 min-w-0 overflow-hidden">
        {state === 'waiting' && <p className="text-ink-soft">The chart appears here once it is loaded.</p>}
        {state === 'lost' && <p className="text-ink-soft">The chart did not load. The table below has its figures.</p>}
      </div>
      <p aria-hidden="true" className="chart-words text-sm text-ink-soft">
        {day && `${day.name}: ${day.words}`}
        {day?.before && `. ${day.before.name}: ${day.before.words}`}
      </p>
      <details className="mt-2">
        <summary className="min-h-11 content-center text-link underline">As a table</summary>
        <table className="w-full text-left text-sm">
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">{name}</th>
              {before_is && <th scope="col">Before</th>}
            </tr>
          </thead>
          <tbody>
            {days.map((one) => (
              <tr key={one.day}>
                <th scope="row" className="font-normal">
                  {one.name}
                </th>
                <td className="money">{one.words}</td>
                {before_is && (
                  <td className="money">{one.before ? `${one.before.words} (${one.before.name})` : 'none'}</td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
