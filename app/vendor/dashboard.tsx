import { useEffect } from 'react'
import { Link } from 'react-router'
import { brand } from '../../domain/brand.ts'
import { formatCampusDateTime } from '../../domain/clock.ts'
import { formatNaira } from '../../domain/money.ts'
import { vendorFigures } from '../../domain/orders/vendor-figures.ts'
import { requireSignedIn, requireVendor } from '../account/require-role.ts'
import { Welcome } from '../account/shell.tsx'
import { shellUser } from '../account/shell-user.ts'
import { services_context } from '../services.ts'
import { ScreenError } from '../ui/screen-error.tsx'
import type { Route } from './+types/dashboard'
import { DishBars, HourBars } from './dashboard/bars.tsx'
import { keepFigures, keptFigures } from './dashboard/kept-figures.ts'

export const ErrorBoundary = ScreenError

export const meta: Route.MetaFunction = () => [{ title: `Dashboard - ${brand.name}` }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, clock } = context.get(services_context)
  const actor = await requireVendor(context, request)
  const now = clock.now()
  return {
    user: shellUser(await requireSignedIn(context, request)),
    figures: await vendorFigures(db, actor.user_id, now),
    as_of: formatCampusDateTime(now).slice(-5),
  }
}

export type Figures = Awaited<ReturnType<typeof loader>>

/** Spec §9: what was fetched less than five minutes ago in this tab is shown again without asking. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const kept = keptFigures()
  if (kept) return kept
  const fresh = await serverLoader()
  keepFigures(fresh)
  return fresh
}

export default function VendorDashboard({ loaderData }: Route.ComponentProps) {
  const { user, figures, as_of } = loaderData
  useEffect(() => {
    if (!keptFigures()) keepFigures(loaderData)
  }, [loaderData])
  return (
    <>
      <Welcome user={user} />
      <dl className="mt-6 grid gap-4 sm:grid-cols-3">
        <Figure name="Orders" value={String(figures.orders)} />
        <Figure name="Menu Items" value={String(figures.menu_items)} />
        <Figure name="Earnings" value={formatNaira(figures.earnings)} />
      </dl>
      {figures.menu_items === 0 && (
        <p className="card mt-4 p-5">
          Your menu is empty, so nobody can order yet.{' '}
          <Link to="/food" className="font-semibold text-link underline">
            Add your first dish
          </Link>
        </p>
      )}
      <h2 className="mt-8 text-xl font-bold">Today</h2>
      <dl className="mt-3 grid gap-4 sm:grid-cols-3">
        <Figure
          name="Orders today"
          value={String(figures.today.orders)}
          note={`${figures.week_ago.orders} at this time a week ago`}
        />
        <Figure
          name="Earnings today"
          value={formatNaira(figures.today.earnings)}
          note={`${formatNaira(figures.week_ago.earnings)} at this time a week ago`}
        />
        <Figure
          name="From order to ready"
          value={figures.minutes_to_ready === null ? '–' : `${figures.minutes_to_ready} min`}
          note={figures.minutes_to_ready === null ? 'No order was completed this week' : 'Typical this week'}
        />
      </dl>
      <div className="mt-4 grid gap-4 lg:grid-cols-2">
        <HourBars by_hour={figures.by_hour} />
        <DishBars dishes={figures.best_dishes} />
      </div>
      <p className="mt-4 text-sm text-ink-soft">
        As of {as_of}. These figures are renewed every five minutes.
      </p>
    </>
  )
}

function Figure({ name, value, note }: { name: string; value: string; note?: string }) {
  return (
    <div className="card p-5">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="money mt-1 text-3xl font-extrabold">{value}</dd>
      {note && <dd className="mt-1 text-sm text-ink-soft">{note}</dd>}
    </div>
  )
}
