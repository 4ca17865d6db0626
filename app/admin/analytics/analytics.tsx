import { Form, Link, useNavigation } from 'react-router'
import { figuresByDay } from '../../../domain/analytics/by-day.ts'
import { figuresByKitchen } from '../../../domain/analytics/by-kitchen.ts'
import { cohorts } from '../../../domain/analytics/cohorts.ts'
import { customersIn } from '../../../domain/analytics/customers.ts'
import { askedPeriod, daysOf } from '../../../domain/analytics/period.ts'
import { whoBore } from '../../../domain/analytics/who-bore.ts'
import { brand } from '../../../domain/brand.ts'
import { campusDate, DAY_MS, formatDate } from '../../../domain/clock.ts'
import { usesOfRiders } from '../../../domain/delivery/riders/used-hours.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Figure } from '../../ui/figure.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { useListAddress } from '../../ui/lists/use-list-address.ts'
import { Titled } from '../../ui/titled.tsx'
import { adminLoader } from '../admin-screen.server.ts'
import type { Route } from './+types/analytics'
import { Bearers, Cohorts, League, RiderHours } from './analytics-tables.tsx'
import { chartsView, cohortsView, figuresView, leagueView, ridersView } from './analytics-view.server.ts'
import { bearersView } from './bearers-view.server.ts'
import style from './chart.css?url'
import { DayChart } from './day-chart.tsx'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: style }]

export const meta: Route.MetaFunction = () => [{ title: `Analytics - ${brand.name}` }]

const quick_days = [7, 28, 90]

const against_words = { before: 'the days before', year: 'the same days a year before', none: null } as const

export const loader = adminLoader(async ({ db, now, query }) => {
  const { period, compared, against } = askedPeriod(Object.fromEntries(query), now)
  const before = <Part,>(read: (of: typeof period) => Promise<Part>) => (compared ? read(compared) : null)
  const [days, days_before, kitchens, kitchens_before, people, people_before, riders, groups, borne] =
    await Promise.all([
      figuresByDay(db, period),
      before((of) => figuresByDay(db, of)),
      figuresByKitchen(db, period),
      before((of) => figuresByKitchen(db, of)),
      customersIn(db, period),
      before((of) => customersIn(db, of)),
      usesOfRiders(db, period, now),
      cohorts(db, now),
      whoBore(db, period),
    ])
  const both = { now: days, before: days_before }
  const [first = '', last = first] = [daysOf(period).at(0), daysOf(period).at(-1)]
  return {
    ...{ from: first, to: last, against, today: campusDate(now) },
    days: `${formatDate(first)} to ${formatDate(last)}`,
    quick: quick_days.map((many) => ({ many, from: campusDate(new Date(now.getTime() - (many - 1) * DAY_MS)) })),
    has_orders: kitchens.all.orders > 0 || days.some(({ orders, delivered }) => orders + delivered > 0),
    figures: figuresView(
      both,
      { now: kitchens.all, before: kitchens_before?.all ?? null },
      { now: people, before: people_before },
    ),
    charts: chartsView(both),
    league: leagueView(kitchens.kitchens, query.get('sort')),
    bearers: bearersView(borne),
    riders: ridersView(riders),
    cohorts: cohortsView(groups),
  }
}, 'see_money')

export default function Analytics({ loaderData }: Route.ComponentProps) {
  const { from, to, against, today, quick, figures, charts, league, riders, bearers, has_orders } = loaderData
  const { location } = useNavigation()
  const address = useListAddress()
  const file = (of: string) =>
    `/admin/export/analytics.csv?of=${of}&from=${from}&to=${to}&against=${against}` as const satisfies Address
  return (
    <>
      <h1 className="text-3xl font-extrabold">Analytics</h1>
      <p className="mt-2 max-w-2xl text-ink-soft">
        How the marketplace did, beside the days before or the same days a year before. An order counts for the day on
        which it was placed; money counts for the day on which it was booked.
      </p>
      <Form key={`${from} ${to} ${against}`} className="mt-5 flex flex-wrap items-end gap-3">
        <Field name="from" label="From" type="date" defaultValue={from} max={today} />
        <Field name="to" label="To" type="date" defaultValue={to} max={today} />
        <SelectField name="against" label="Compare with" defaultValue={against}>
          <option value="before">The days before</option>
          <option value="year">A year before</option>
          <option value="none">Nothing</option>
        </SelectField>
        <button type="submit" className={buttonClass('brand')}>
          Show
        </button>
      </Form>
      <p className="mt-2 flex flex-wrap gap-x-4">
        {quick.map(({ many, from: begins }) => (
          <Link
            key={many}
            to={address({ from: begins, to: today })}
            className="inline-flex min-h-11 items-center text-link underline"
          >
            Last {many} days
          </Link>
        ))}
      </p>
      <p role="status" className="mb-2 min-h-6 text-sm text-ink-soft">
        {location?.pathname === '/admin/analytics' ? 'Counting…' : loaderData.days}
      </p>
      {has_orders ? (
        <>
          <dl className="grid gap-2 sm:grid-cols-2 sm:gap-4 lg:grid-cols-4">
            {figures.map(({ name, value, note }) => (
              <Figure key={name} flat name={name} value={value} note={note} />
            ))}
          </dl>
          <div className="mt-4 grid grid-cols-1 gap-4 lg:grid-cols-2">
            {charts.map((chart) => (
              <DayChart key={chart.key} chart={chart} before_is={against_words[against]} />
            ))}
          </div>
          <Download href={file('days')}>Download the days</Download>
          <Download href={file('customers')}>Download the customers</Download>
          <Titled id="league" title="Kitchens" className="mt-8 grid grid-cols-1 gap-3">
            <League {...league} />
            <Download href={file('kitchens')}>Download the kitchens</Download>
          </Titled>
        </>
      ) : (
        <div className="card p-8 text-center">
          <p className="text-lg font-semibold">No order was placed in these days.</p>
          <p className="mt-1 text-ink-soft">Choose others above.</p>
        </div>
      )}
      <Titled id="bearers" title="Who bore what" className="mt-8 grid grid-cols-1 gap-3">
        {bearers.rows.length > 0 ? (
          <>
            <Bearers {...bearers} />
            <Download href={file('bearers')}>Download who bore what</Download>
          </>
        ) : (
          <p className="text-ink-soft">
            Nothing was given away in these days: no promotion, nothing that went back, nothing added to riders’ pay.
          </p>
        )}
      </Titled>
      <Titled id="riders" title="Riders’ hours" className="mt-8 grid grid-cols-1 gap-3">
        {riders.length > 0 ? (
          <>
            <RiderHours rows={riders} />
            <Download href={file('riders')}>Download the riders</Download>
          </>
        ) : (
          <p className="text-ink-soft">Nobody was on duty in these days, or it was not written down yet.</p>
        )}
      </Titled>
      <Titled id="cohorts" title="Customers who came back" className="mt-8 grid grid-cols-1 gap-3">
        {loaderData.cohorts.length > 0 ? (
          <>
            <Cohorts rows={loaderData.cohorts} />
            <Download href={file('cohorts')}>Download who came back</Download>
          </>
        ) : (
          <p className="text-ink-soft">Nobody has ordered for the first time in the last six months.</p>
        )}
      </Titled>
    </>
  )
}

function Download({ href, children }: { href: Address; children: string }) {
  return (
    <p>
      <a href={href} download className="inline-flex min-h-11 items-center text-link underline">
        {children}
      </a>
    </p>
  )
}
