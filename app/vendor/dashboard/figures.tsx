import { Link, type ShouldRevalidateFunction } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { formatCampusTime } from '../../../domain/clock.ts'
import { kitchenRecord } from '../../../domain/ratings/kitchen-record.ts'
import { DayBars } from '../../ui/day-bars.tsx'
import { Figure } from '../../ui/figure.tsx'
import { vendorLoader } from '../vendor-screen.server.ts'
import type { Route } from './+types/figures'
import { DishBars } from './bars.tsx'
import { figuresView } from './figures-view.server.ts'

export const meta: Route.MetaFunction = () => [{ title: `Figures - ${brand.name}` }]

const units = { day: '14 days', week: '12 weeks', month: '12 months' } as const
const unit_names = Object.keys(units) as (keyof typeof units)[]

export const loader = vendorLoader(async ({ actor, db, now, query }) => {
  const { vendor_id } = actor.kitchen
  const asked = query.get('by')
  const unit = unit_names.find((name) => name === asked) ?? 'day'
  return {
    unit,
    as_of: formatCampusTime(now),
    ...figuresView(await kitchenRecord(db, vendor_id, unit, now), unit),
  }
}, 'see_takings')

/** They are counted when somebody looks, and not again at every news. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) => currentUrl.href !== nextUrl.href

export default function Figures({ loaderData }: Route.ComponentProps) {
  const { unit, is_empty, totals, minutes, bars, best_dishes, as_of } = loaderData
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <h1 className="w-full text-3xl font-extrabold sm:mr-auto sm:w-auto">Figures</h1>
        <nav aria-label="Figures by" className="flex flex-wrap gap-1">
          {unit_names.map((name) => (
            <Link
              key={name}
              to={`/vendor-dashboard/figures?by=${name}` satisfies Address}
              preventScrollReset
              aria-current={name === unit ? 'true' : undefined}
              className={
                'inline-flex min-h-11 items-center rounded-full border border-edge px-3 font-semibold ' +
                'aria-[current=true]:border-brand aria-[current=true]:bg-brand aria-[current=true]:text-on-brand'
              }
            >
              {units[name]}
            </Link>
          ))}
        </nav>
      </div>
      {is_empty ? (
        <div className="card mt-6 p-8 text-center">
          <p className="text-lg font-semibold">Nobody ordered in the last {units[unit]}.</p>
          <p className="mt-1 text-ink-soft">The first paid order shows here.</p>
        </div>
      ) : (
        <>
          <dl className="mt-6 grid gap-2 sm:grid-cols-2 sm:gap-4 xl:grid-cols-4">
            <Figure flat name="Takings" value={totals.takings} note="Before commission and partial refunds" />
            <Figure flat name="Orders" value={totals.orders} note={totals.lost} />
            <Figure flat name="From order to ready" value={minutes.took} note={minutes.said} />
            <Figure flat name="Rating" value={totals.stars} note={totals.rated} />
          </dl>
          <div className="mt-4 grid gap-4 lg:grid-cols-2">
            <DayBars name="Takings" total={totals.takings} bars={bars.takings} />
            <DayBars name="Orders" total={totals.orders} bars={bars.orders} />
            <DayBars
              name="Ready by the time you said"
              full={100}
              total={totals.ready}
              bars={bars.ready}
              note="More time that you asked for later does not count."
            />
            <DayBars name="Rejected and lapsed" total={totals.lost} bars={bars.lost} />
            <DayBars name="Stars for the food" full={5} total={totals.stars} bars={bars.stars} />
            <DishBars name={`Best dishes of ${units[unit]}`} dishes={best_dishes} />
          </div>
        </>
      )}
      <p className="mt-4 flex flex-wrap items-center gap-x-4 text-sm text-ink-soft">
        <span>
          As of {as_of}. An order counts for the {unit} in which it was placed.
        </span>
        <Link
          className="inline-flex min-h-11 items-center text-link underline"
          to={'/vendor-dashboard' satisfies Address}
        >
          Dashboard
        </Link>
      </p>
    </>
  )
}
