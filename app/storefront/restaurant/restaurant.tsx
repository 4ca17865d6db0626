import { lazy, Suspense, useRef, useState } from 'react'
import { data, Link, redirect } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { describedWithContents } from '../../../domain/catalog/dish-contents.ts'
import { narrowMenu } from '../../../domain/catalog/narrow-menu.ts'
import { slugAfter } from '../../../domain/catalog/slug.ts'
import { type Dish, type VendorMenu, vendorMenu } from '../../../domain/catalog/vendor-menu.ts'
import { earliest } from '../../../domain/clock.ts'
import { shownPromises } from '../../../domain/delivery/windows/kept-promises.ts'
import { deliveryPlaces } from '../../../domain/places/delivery-places.ts'
import { offersFor, offersNow } from '../../../domain/promotions/offers.ts'
import { cachedPage, cachedPageHeaders } from '../../page/cached-page.ts'
import type { PageHandle } from '../../page/page-handle.ts'
import { share_context } from '../../page/share-context.ts'
import { services_context } from '../../services.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Rating } from '../../ui/rating.tsx'
import type { Route } from './+types/restaurant'
import { AddDialog } from './add-dialog.tsx'
import { DishCard } from './dish-card.tsx'
import { menuTools, menuWish } from './menu-tools.server.tsx'
import { shareOfRestaurant } from './share-restaurant.server.ts'

// On a network that fails just then, the page stands without it.
const LiveMenu = lazy(() =>
  import('./live-menu.tsx').then(
    ({ LiveMenu }) => ({ default: LiveMenu }),
    () => ({ default: () => null }),
  ),
)

export const handle: PageHandle = { public: true }

export const headers = cachedPageHeaders

const signs = {
  pin: 'M12 21.5s7.5-6.4 7.5-11.6a7.5 7.5 0 0 0-15 0C4.5 15.1 12 21.5 12 21.5zM9.5 10a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0',
  clock: 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0M12 7v5l3.5 2',
  phone: 'M4 4h4l2 5-2.5 2a12 12 0 0 0 5.5 5.5l2-2.5 5 2v4a1 1 0 0 1-1 1A16 16 0 0 1 3 5a1 1 0 0 1 1-1z',
  truck: 'M2.5 6h11v10h-11zM13.5 10h4l4 3.5V16h-8M5 18a2 2 0 1 0 4 0 2 2 0 1 0-4 0M15.5 18a2 2 0 1 0 4 0 2 2 0 1 0-4 0',
} as const

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
  const wish = menuWish(new URL(request.url).searchParams)
  const narrowed = narrowMenu(menu.sections, wish)
  return cachedPage(
    {
      menu: {
        vendor,
        sections: narrowed.sections.map(sectionView),
        tools: menuTools(menu, wish, narrowed, offersFor(offers, vendor.user_id)),
        kept_percent: promises?.kept_percent ?? null,
        places: await deliveryPlaces(db),
      },
    },
    earliest(earliest(valid_until, promises?.until ?? null), offers_until),
  )
}

/** What is in a dish stands behind its description. */
function sectionView({ name, dishes }: VendorMenu['sections'][number]) {
  return {
    name,
    dishes: dishes.map(({ diets, allergens, ...dish }) => ({
      ...dish,
      description: describedWithContents({ ...dish, diets, allergens }),
    })),
  }
}

export default function Restaurant({ loaderData }: Route.ComponentProps) {
  const { menu } = loaderData
  const dialog = useRef<HTMLDialogElement>(null)
  const [chosen, setChosen] = useState<{ dish: Dish; opening: number } | null>(null)
  if (!menu) return <VendorNotFound />
  const { vendor, sections, kept_percent } = menu
  const choose = (dish: Dish) => {
    setChosen({ dish, opening: (chosen?.opening ?? 0) + 1 })
    dialog.current?.showModal()
  }
  return (
    <div className="page-width py-6">
      <header className="card overflow-hidden">
        <div className="flex flex-wrap items-center gap-4 bg-brand-strong p-5 text-white sm:p-8">
          <Picture
            src={vendor.profile_photo}
            alt=""
            sizes="96px"
            className="size-20 rounded-full border-4 border-white/80 sm:size-24"
            eager
          />
          <div className="min-w-0 grow basis-52">
            <div className="flex flex-wrap items-center gap-3">
              <h1 className="text-2xl font-extrabold sm:text-3xl">{vendor.name}</h1>
              <Rating value={vendor.rating} count={vendor.rating_count} />
            </div>
            {vendor.category && <p className="text-white/80">{vendor.category}</p>}
            {vendor.description && <p className="mt-1 max-w-prose text-white/90">{vendor.description}</p>}
          </div>
        </div>
        <dl className="grid grid-cols-2 gap-px bg-line lg:grid-cols-4">
          <Tile icon={signs.pin} name="Location" value={vendor.landmark} />
          <Tile icon={signs.clock} name="Opening Hours" value={vendor.opening_hours} />
          <Tile icon={signs.phone} name="Contact" value={vendor.phone} phone />
          <Tile
            icon={signs.truck}
            name="Delivery"
            value={vendor.delivery_time}
            window_of={vendor.closed_text ? undefined : vendor.user_id}
          />
        </dl>
        {kept_percent !== null && (
          <p className="border-t border-line bg-surface p-3 text-sm sm:px-4">
            <strong className="money">{kept_percent} %</strong> of its orders came by the time we promised, in four
            weeks.
          </p>
        )}
      </header>
      {vendor.closed_text && (
        <p role="status" className="mt-4 rounded-control border border-line bg-warn-soft p-4 font-semibold text-warn">
          {vendor.closed_text}. You can look at the menu in the meantime.
        </p>
      )}
      <div className="min-h-30">
        <Suspense>
          <LiveMenu {...menu} />
        </Suspense>
      </div>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, escaped by React on the server. */}
      <div className="contents" dangerouslySetInnerHTML={{ __html: menu.tools }} />
      {/* Without script, a page of its own asks what the dialog asks. */}
      <form method="post" action={`/restaurant/${vendor.user_id}/add` satisfies Address}>
        {sections.map((section, index) => (
          <section key={section.name} id={`menu-${index}`} aria-label={section.name} className="mb-8 scroll-mt-32">
            <h3 className={sections.length > 1 ? 'mb-3 text-lg font-bold text-ink-soft' : 'sr-only'}>{section.name}</h3>
            <ul className="grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-3">
              {section.dishes.map((dish, row) => (
                <DishCard
                  key={dish.id}
                  dish={dish}
                  closed={vendor.closed_as}
                  eager={index === 0 && row < 3}
                  onChoose={() => choose(dish)}
                />
              ))}
            </ul>
          </section>
        ))}
      </form>
      <AddDialog ref={dialog} chosen={chosen} vendor={vendor} />
    </div>
  )
}

/** `window_of`: the kitchen whose window takes the place of the value once it is known. */
function Tile(props: {
  icon: string
  name: string
  value: string | null
  phone?: boolean
  window_of?: string | undefined
}) {
  const value = props.value ?? 'Not given'
  return (
    <div className="bg-surface p-3 sm:p-4">
      <dt className="flex items-center gap-2 text-sm text-ink-soft">
        <Icon path={props.icon} className="size-5 text-jollof" />
        {props.name}
      </dt>
      <dd className="mt-1 font-semibold">
        <span data-window={props.window_of} />
        <span>
          {props.phone && props.value ? <a href={`tel:${props.value.replaceAll(' ', '')}`}>{value}</a> : value}
        </span>
      </dd>
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
