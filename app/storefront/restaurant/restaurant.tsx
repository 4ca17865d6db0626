import { lazy, Suspense } from 'react'
import { data, Link, redirect } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { slugAfter } from '../../../domain/catalog/lists/slug.ts'
import { narrowMenu } from '../../../domain/catalog/menu/narrow-menu.ts'
import { vendorMenu } from '../../../domain/catalog/menu/vendor-menu.ts'
import { earliest } from '../../../domain/clock.ts'
import { shownPromises } from '../../../domain/delivery/windows/kept-promises.ts'
import { deliveryPlaces } from '../../../domain/places/delivery-places.ts'
import { offersFor, offersNow } from '../../../domain/promotions/offers.ts'
import { noticeNow } from '../../../domain/settings/notice.ts'
import { cachedPage, cachedPageHeaders } from '../../page/cached-page.ts'
import type { PageHandle } from '../../page/page-handle.ts'
import { share_context } from '../../page/share-context.ts'
import { Still } from '../../page/still.tsx'
import { stillParts } from '../../page/still-parts.server.ts'
import { services_context } from '../../services.ts'
import { buttonClass } from '../../ui/button.tsx'
import { loadEarly } from '../early/load-early.ts'
import { noticeHtml } from '../notice.server.tsx'
import type { Route } from './+types/restaurant'
import { menuHead } from './menu-head.server.tsx'
import { menuHtml } from './menu-html.server.tsx'
import { menuTools, menuWish } from './menu-tools.server.tsx'
import { shareOfRestaurant } from './share-restaurant.server.ts'

// On a network that fails just then, the page stands without it.
const LiveMenu = lazy(() =>
  import('./live-menu.tsx').then(
    ({ LiveMenu }) => ({ default: LiveMenu }),
    () => ({ default: () => null }),
  ),
)

// Somebody who comes from another page needs it too.
loadEarly('dish_taps')

export const handle: PageHandle = { public: true, offline: 'everybody', early: 'dish_taps' }

export const headers = cachedPageHeaders

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const vendor = loaderData?.menu?.vendor
  return [
    { title: `${vendor?.name ?? 'Vendor not found'} - ${brand.name}` },
    ...(vendor
      ? [
          {
            name: 'description',
            content: vendor.description ?? `The menu of ${vendor.name}, ${vendor.landmark ?? brand.campus}.`,
          },
        ]
      : []),
  ]
}

/** Its address has the slug; the kitchen's id, and every slug that it had before, lead there. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, clock, public_url } = context.get(services_context)
  const menu = await vendorMenu(db, params.id, clock.now())
  const slug = menu ? menu.vendor.slug : await slugAfter(db, params.id)
  if (slug && slug !== params.id) {
    throw redirect((`/restaurant/${slug}` satisfies Address) + new URL(request.url).search, 301)
  }
  if (!menu) return data({ menu: null }, 404)
  const { vendor, valid_until } = menu
  context.set(share_context, shareOfRestaurant(menu, public_url))
  const promises = await shownPromises(db, clock.now(), vendor.user_id)
  const { offers, until: offers_until } = await offersNow(db, clock.now())
  const notice = await noticeNow(db, clock.now())
  const wish = menuWish(new URL(request.url).searchParams)
  const narrowed = narrowMenu(menu.sections, wish)
  return cachedPage(
    {
      menu: {
        vendor: {
          user_id: vendor.user_id,
          name: vendor.name,
          description: vendor.description,
          landmark: vendor.landmark,
        },
        places: await deliveryPlaces(db),
        still: stillParts(request, context, {
          head: noticeHtml(notice) + menuHead(vendor, promises?.kept_percent ?? null),
          menu:
            menuTools(menu, wish, narrowed, offersFor(offers, vendor.user_id)) + menuHtml(vendor, narrowed.sections),
        }),
      },
    },
    [promises?.until, offers_until, notice?.until].reduce<Date | null>(
      (first, until) => earliest(first, until ?? null),
      valid_until,
    ),
  )
}

export default function Restaurant({ loaderData }: Route.ComponentProps) {
  const { menu } = loaderData
  if (!menu) return <VendorNotFound />
  const { still } = menu
  return (
    <div className="page-width py-6">
      <Still part="head" parts={still} />
      <div className="min-h-30">
        <Suspense>
          <LiveMenu {...menu} />
        </Suspense>
      </div>
      <Still part="menu" parts={still} className="contents" />
    </div>
  )
}

function VendorNotFound() {
  return (
    <div className="page-width py-20 text-center">
      <h1 className="text-2xl font-bold">Vendor not found</h1>
      <p className="mt-2 text-ink-soft">It may have left the campus, or the link is incomplete.</p>
      <Link className={buttonClass('primary', 'mt-6')} to={'/restaurants' satisfies Address}>
        See all restaurants
      </Link>
    </div>
  )
}
