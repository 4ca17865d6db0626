import { useEffect } from 'react'
import { Link, useOutletContext, useRevalidator } from 'react-router'
import { brand } from '../../domain/brand.ts'
import { formatNaira } from '../../domain/money.ts'
import type { ShellUser } from '../account/shell-user.ts'
import { forgetFigures } from '../account/tab-user.ts'
import { Welcome } from '../account/welcome.tsx'
import { Figure } from '../ui/figure.tsx'
import { ScreenError } from '../ui/screen-error.tsx'
import type { Route } from './+types/dashboard'
import { DishBars, HourBars } from './dashboard/bars.tsx'
import { keepFigures, keptFigures } from './dashboard/kept-figures.ts'
import { LatestRatings } from './dashboard/latest-ratings.tsx'
import { type Figures as KitchenFigures, loadFigures } from './dashboard/load-figures.server.ts'
import type { VendorContext } from './layout.tsx'
import { mayInKitchen, maySee } from './rights.ts'

export const ErrorBoundary = ScreenError

export const meta: Route.MetaFunction = () => [{ title: `Dashboard - ${brand.name}` }]

export function loader({ context, request }: Route.LoaderArgs) {
  return loadFigures(context, request)
}

/** What was fetched less than five minutes ago in this tab is shown again without asking. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const kept = keptFigures()
  if (kept) return kept
  const fresh = await serverLoader()
  if (fresh) keepFigures(fresh)
  return fresh
}

export default function VendorDashboard({ loaderData }: Route.ComponentProps) {
  const { user } = useOutletContext<VendorContext>()
  const { revalidate } = useRevalidator()
  // Another tab may have put another kitchen in front. A server of the release before names none.
  const is_here = !loaderData?.vendor_id || loaderData.vendor_id === user.kitchen?.vendor_id
  useEffect(() => {
    if (!loaderData) return
    if (is_here) {
      if (!keptFigures()) keepFigures(loaderData)
      return
    }
    forgetFigures()
    void revalidate()
  }, [loaderData, is_here, revalidate])
  // What this tab keeps may be of a login that has become the kitchen's tablet since.
  return loaderData && is_here && mayInKitchen(user, 'see_takings') && <Figures user={user} {...loaderData} />
}

function Figures({ user, figures, ratings, as_of }: KitchenFigures & { user: ShellUser }) {
  return (
    <div className="mx-auto mt-10 max-w-6xl border-t border-line pt-6">
      <Welcome user={user} level={2} />
      <dl className="mt-6 grid grid-cols-2 gap-4 *:last:col-span-2 sm:grid-cols-3 sm:*:last:col-span-1">
        <Figure name="Orders" value={String(figures.orders)} />
        <Figure name="Menu Items" value={String(figures.menu_items)} />
        <Figure
          name="Earnings"
          value={formatNaira(figures.earnings)}
          note={
            <>
              Before commission and partial refunds.{' '}
              {maySee(user, '/request-payout/statement') && (
                <Link className="text-link underline" to={'/request-payout/statement' satisfies Address}>
                  What is owed to you
                </Link>
              )}
            </>
          }
        />
      </dl>
      <h2 className="mt-8 text-xl font-bold">Today</h2>
      <dl className="mt-4 grid gap-4 sm:grid-cols-3">
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
        <DishBars name="Best dishes of four weeks" dishes={figures.best_dishes} />
      </div>
      <p className="mt-4">
        <Link
          className="inline-flex min-h-11 items-center text-link underline"
          to={'/vendor-dashboard/figures' satisfies Address}
        >
          How it went by day, week and month
        </Link>
      </p>
      <LatestRatings ratings={ratings} />
      <p className="mt-4 text-sm text-ink-soft">As of {as_of}. These figures are updated every five minutes.</p>
    </div>
  )
}
