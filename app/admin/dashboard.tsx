import { Link } from 'react-router'
import { may } from '../../domain/admin-roles.ts'
import { lastBackups } from '../../domain/backups/last-backups.ts'
import { brand } from '../../domain/brand.ts'
import { formatCampusTime, formatDay } from '../../domain/clock.ts'
import { ridersToAsk } from '../../domain/delivery/dispatch/riders-to-ask.ts'
import { keptPromisesByDay } from '../../domain/delivery/windows/kept-promises.ts'
import { casesOfLines } from '../../domain/desk/keep-cases.ts'
import { formatNaira, sumKobo } from '../../domain/money.ts'
import { marketplaceFigures } from '../../domain/orders/figures/marketplace-figures.ts'
import { marginsByDay } from '../../domain/payments/margin.ts'
import { requireAdmin, requireSignedIn } from '../account/require-role.ts'
import { shellUser } from '../account/shell-user.ts'
import { Welcome } from '../account/welcome.tsx'
import { services_context } from '../services.ts'
import { DayBars } from '../ui/day-bars.tsx'
import { Figure } from '../ui/figure.tsx'
import { loadAfterAnswer } from '../ui/forms/answer-lost-line.ts'
import { useLookAgain } from '../ui/live/use-look-again.ts'
import type { Route } from './+types/dashboard'
import { backupWords } from './dashboard/backup-words.server.ts'
import { LastBackup } from './dashboard/last-backup.tsx'
import { NeedsAttention } from './dashboard/needs-attention.tsx'
import { waitingFor } from './dashboard/waiting.server.ts'
import { waitingView, wantsRider } from './dashboard/waiting-words.server.ts'

export const meta: Route.MetaFunction = () => [{ title: `Dashboard - ${brand.name}` }]

export const shouldRevalidate = loadAfterAnswer

/** As many as the bars beside it show. */
const WINDOW_DAYS = 14

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, clock, wants_backups, backups_share_disk } = context.get(services_context)
  const actor = await requireAdmin(context, request)
  const sees_money = may(actor, 'see_money')
  const now = clock.now()
  const waits = waitingFor(context, request)
  const [figures, windows, margins, waiting, riders, caseOf, backups] = await Promise.all([
    marketplaceFigures(db, now),
    keptPromisesByDay(db, now, WINDOW_DAYS),
    sees_money ? marginsByDay(db, now, WINDOW_DAYS) : null,
    waits,
    waits.then((found) => (wantsRider(found) ? ridersToAsk(db) : [])),
    waits.then((found) =>
      casesOfLines(
        db,
        found.flatMap(({ lines }) => lines),
      ),
    ),
    lastBackups(db, now),
  ])
  return {
    user: shellUser(await requireSignedIn(context, request)),
    figures: {
      ...figures,
      own_revenue: sees_money ? figures.own_revenue : null,
      days: figures.days.map(({ day, orders, revenue }) => ({ day, orders, revenue, name: formatDay(day) })),
    },
    windows: windows.map((day) => ({ ...day, name: formatDay(day.day) })),
    margins: margins?.map((day) => ({ ...day, name: formatDay(day.day) })),
    waiting: waitingView(waiting, { now, user_id: actor.user_id, riders, caseOf }),
    looks_on: actor.admin_role === 'read_only',
    backups: backupWords(backups, now, { are_wanted: wants_backups, share_disk: backups_share_disk }),
    as_of: formatCampusTime(now),
  }
}

/** How many of each day's orders arrived within the window that was promised first. */
function WindowBars({ days }: { days: readonly { day: string; name: string; delivered: number; kept: number }[] }) {
  const delivered = days.reduce((all, day) => all + day.delivered, 0)
  const kept = days.reduce((all, day) => all + day.kept, 0)
  return (
    <DayBars
      name="Promises kept"
      full={100}
      total={delivered === 0 ? 'No order was delivered' : `${percentOf(kept, delivered)} % of ${delivered}`}
      bars={days.map((day) => ({
        day: day.day,
        name: day.name,
        value: percentOf(day.kept, day.delivered),
        words:
          day.delivered === 0
            ? 'nothing delivered'
            : `${percentOf(day.kept, day.delivered)} %, ${day.kept} of ${day.delivered} orders`,
      }))}
    />
  )
}

const percentOf = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 100))

export default function AdminDashboard({ loaderData }: Route.ComponentProps) {
  const { user, figures, windows, margins, waiting, looks_on, backups, as_of } = loaderData
  const { days, slowest } = figures
  useLookAgain()
  const orders_of_days = days.reduce((all, day) => all + day.orders, 0)
  return (
    <>
      <Welcome user={user} />
      <NeedsAttention parts={waiting} looks_on={looks_on} />
      <dl className="mt-8 grid gap-2 sm:grid-cols-6 sm:gap-4 sm:*:col-span-2 sm:*:nth-[n+4]:col-span-3">
        <Figure flat name="Total Vendors" value={figures.vendors.toLocaleString('en-NG')} />
        <Figure flat name="Total Orders" value={figures.orders.toLocaleString('en-NG')} />
        <Figure flat name="Total Menu" value={figures.menu.toLocaleString('en-NG')} />
        <Figure
          flat
          name="Total Revenue"
          value={formatNaira(figures.revenue)}
          note="The turnover: what customers paid for orders, less what went back to them."
        />
        {figures.own_revenue !== null && (
          <Figure
            flat
            name={`${brand.name}’s own revenue`}
            value={formatNaira(figures.own_revenue)}
            note={
              'Of that: commission, and delivery fees less the riders’ pay. ' +
              'Payment fees and losses are not taken off.'
            }
          />
        )}
      </dl>
      <LastBackup backups={backups} />
      <h2 className="mt-8 text-xl font-bold">Two weeks</h2>
      <div className="mt-3 grid gap-4 lg:grid-cols-2">
        <DayBars
          name="Turnover by day"
          total={formatNaira(sumKobo(days.map((day) => day.revenue)))}
          bars={days.map(({ day, name, revenue }) => ({
            day,
            name,
            value: revenue,
            words: formatNaira(revenue),
          }))}
        />
        <DayBars
          name="Orders by day"
          total={`${orders_of_days} ${orders_of_days === 1 ? 'order' : 'orders'}`}
          bars={days.map(({ day, name, orders }) => ({ day, name, value: orders, words: String(orders) }))}
        />
        {margins && (
          <DayBars
            name="Margin by day"
            total={formatNaira(sumKobo(margins.map((day) => day.margin_kobo)))}
            note="Own revenue, less payment fees and what the platform bore of refunds, short payments and chargebacks."
            bars={margins.map(({ day, name, margin_kobo }) => ({
              day,
              name,
              value: margin_kobo,
              words: formatNaira(margin_kobo),
            }))}
          />
        )}
        <WindowBars days={windows} />
      </div>
      <h2 className="mt-8 text-xl font-bold">This week</h2>
      <div className="mt-3 grid items-start gap-4 lg:grid-cols-2">
        <section aria-labelledby="slowest" className="card p-5">
          <h3 id="slowest" className="font-bold">
            Slowest vendors
          </h3>
          <p className="text-sm text-ink-soft">From paid to ready, the median of their orders</p>
          {slowest.length === 0 ? (
            <p className="mt-3 text-ink-soft">No vendor completed three orders this week.</p>
          ) : (
            <ol className="mt-3 grid gap-2">
              {slowest.map((vendor) => (
                <li key={vendor.vendor_id} className="flex justify-between gap-4">
                  <Link
                    className="min-w-0 break-words text-link underline"
                    to={`/admin/vendors?vendor=${vendor.vendor_id}` satisfies Address}
                  >
                    {vendor.name ?? 'N/A'}
                  </Link>
                  <span className="money">
                    <strong>{vendor.minutes} min</strong>{' '}
                    <span className="text-sm text-ink-soft">{vendor.orders} orders</span>
                  </span>
                </li>
              ))}
            </ol>
          )}
        </section>
      </div>
      <p className="mt-4 text-sm text-ink-soft">As of {as_of}. This page keeps itself up to date.</p>
    </>
  )
}
