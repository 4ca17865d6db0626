import { lazy, Suspense, useEffect, useRef } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { listVendors, type VendorSort } from '../../../domain/catalog/lists/vendor-lists.ts'
import { earliest } from '../../../domain/clock.ts'
import { deliveryPlaces } from '../../../domain/places/delivery-places.ts'
import { offersFor, offersNow } from '../../../domain/promotions/offers.ts'
import { noticeNow } from '../../../domain/settings/notice.ts'
import { cachedPage, cachedPageHeaders } from '../../page/cached-page.ts'
import type { PageHandle } from '../../page/page-handle.ts'
import { Still } from '../../page/still.tsx'
import { stillParts } from '../../page/still-parts.server.ts'
import { services_context } from '../../services.ts'
import { buttonClass } from '../../ui/button.tsx'
import { noticeHtml } from '../notice.server.tsx'
import type { Route } from './+types/restaurants'
import { cardText, filtersHtml, listQuery, listWish, nothingFound } from './filters.server.tsx'
import { listHtml } from './list-html.server.tsx'

// On a network that fails just then, the page stands without it.
const DeliverTo = lazy(() =>
  import('../place/deliver-to.tsx').then(
    ({ DeliverTo }) => ({ default: DeliverTo }),
    () => ({ default: () => null }),
  ),
)

export const handle: PageHandle = { public: true, offline: 'everybody' }

export const headers = cachedPageHeaders

export const meta: Route.MetaFunction = () => [
  { title: `Discover Restaurants - ${brand.name}` },
  {
    name: 'description',
    content:
      `All restaurants around ${brand.campus}: bukas, suya spots, shawarma, pizza, juice bars. See who is ` +
      'open now.',
  },
]

const skeletons = [1, 2, 3, 4, 5, 6]

const sort_names: Record<VendorSort, string> = { all: 'All', rating: 'Rating', price: 'Price' }

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock } = context.get(services_context)
  const wish = listWish(new URL(request.url).searchParams)
  const { search, sort } = wish
  const asked = { ...wish, category: wish.category ?? '' }
  const { valid_until, categories, category, diets, allergens, budget_kobo, ...list } = await listVendors(
    db,
    asked,
    clock.now(),
  )
  const chosen = { ...wish, category }
  const of_list = listQuery(chosen)
  const before = `/restaurants?${of_list && `${of_list}&`}`
  // There is no end to searches and prices, so only the lists that the page itself offers are kept.
  const { diet, without, most_kobo } = wish
  const is_offered =
    (!diet || diets.includes(diet)) &&
    (!without || allergens.includes(without)) &&
    (!most_kobo || most_kobo === budget_kobo)
  const own_query =
    search || wish.only || !is_offered
      ? ''
      : list.page > 1
        ? `${before}page=${list.page}`.slice('/restaurants?'.length)
        : of_list
  const places = await deliveryPlaces(db)
  const nothing = list.total === 0 ? nothingFound(chosen) : null
  const { offers, until } = await offersNow(db, clock.now())
  const notice = await noticeNow(db, clock.now())
  const vendors = list.vendors.map(({ found_dishes, dishes_without, same_price, ...vendor }) => ({
    ...vendor,
    // Its menu then shows those dishes.
    slug: without ? `${vendor.slug}?${diet ? `diet=${diet}&` : ''}without=${without}` : vendor.slug,
    told: cardText({ found_dishes, dishes_without, same_price }, wish, offersFor(offers, vendor.user_id)),
  }))
  const still = stillParts(request, context, {
    filters: filtersHtml(chosen, { categories, diets, allergens, budget_kobo }),
    list: noticeHtml(notice) + listHtml({ ...list, vendors, before, nothing }),
  })
  const holds_until = earliest(earliest(valid_until, until), notice?.until ?? null)
  return cachedPage({ total: list.total, search, sort, places, still }, holds_until, own_query)
}

export default function Restaurants({ loaderData }: Route.ComponentProps) {
  const { total, search, sort, places, still } = loaderData
  const { location } = useNavigation()
  const loading = location?.pathname.toLowerCase() === '/restaurants'
  const list = useRef<HTMLDivElement>(null)
  const turned = useRef<string>(undefined)
  // Another page of the list is other HTML: whoever turns it by the keyboard can go on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the list is another one.
  useEffect(() => {
    const wayOn = (rel: string) => list.current?.querySelector<HTMLElement>(`a${rel}`)
    const is_lost = turned.current !== undefined && document.activeElement === document.body
    if (is_lost) (wayOn(`[rel=${turned.current}]`) ?? wayOn('[rel]'))?.focus({ preventScroll: true })
    turned.current = undefined
  }, [still])
  return (
    <div className="page-width py-8">
      <h1 className="text-3xl font-extrabold">Discover Restaurants</h1>
      <SearchForm search={search} sort={sort} still={still} />
      <div className="min-h-30">
        <Suspense>
          <DeliverTo places={places} cards={loaderData} />
        </Suspense>
      </div>
      <p role="status" className="my-4 text-sm text-ink-soft">
        {loading ? 'Looking…' : total === 1 ? '1 restaurant' : `${total} restaurants`}
      </p>
      {loading && (
        <ul className="grid gap-5 in-data-unanswered:hidden sm:grid-cols-2 lg:grid-cols-3">
          {skeletons.map((key) => (
            <VendorCardSkeleton key={key} />
          ))}
        </ul>
      )}
      {/* It stays on the page meanwhile: whoever stops the search has it again, and whoever has no line (app/page). */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: only notes which link. */}
      <div
        className={loading ? 'hidden in-data-unanswered:block' : undefined}
        ref={list}
        onClick={({ target }) => {
          turned.current = (target as Element).closest<HTMLAnchorElement>('a[rel]')?.rel
        }}
      >
        <Still part="list" parts={still} />
      </div>
    </div>
  )
}

/**
 * Typing asks the server after a short rest; without script the form works by its button.
 * A new search starts at page 1.
 */
function SearchForm({ search, sort, still }: Pick<Route.ComponentProps['loaderData'], 'search' | 'sort' | 'still'>) {
  const submit = useSubmit()
  const form = useRef<HTMLFormElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const select = useRef<HTMLSelectElement>(null)
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  const ask = () => submit(form.current, { replace: true, preventScrollReset: true })

  // Searches for what was typed or chosen before the page was awake.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page wakes.
  useEffect(() => {
    if (box.current?.value !== search || select.current?.value !== sort) ask()
  }, [])
  // Going back to another search shows its words, but never while somebody is typing new ones.
  useEffect(() => {
    if (box.current && document.activeElement !== box.current) box.current.value = search
  }, [search])
  useEffect(() => {
    if (select.current) select.current.value = sort
  }, [sort])
  useEffect(() => () => clearTimeout(rest.current), [])

  return (
    <Form
      ref={form}
      action={'/restaurants' satisfies Address}
      role="search"
      className="my-6 flex flex-wrap items-end gap-3"
    >
      <label className="min-w-0 grow basis-64">
        <span className="sr-only">Search restaurants or dishes</span>
        <input
          ref={box}
          type="search"
          name="q"
          defaultValue={search}
          placeholder="Search vendors..."
          autoComplete="off"
          enterKeyHint="search"
          className="h-12 w-full rounded-control border border-edge bg-surface px-4"
          onChange={() => {
            clearTimeout(rest.current)
            rest.current = setTimeout(ask, 350)
          }}
        />
      </label>
      <label className="flex items-center gap-2">
        <span className="text-sm font-semibold whitespace-nowrap">Sort By</span>
        <select
          ref={select}
          name="sort"
          defaultValue={sort}
          className="h-12 rounded-control border border-edge bg-surface px-3"
          onChange={ask}
        >
          {Object.entries(sort_names).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className={buttonClass('brand')}>
        Search
      </button>
      <Still part="filters" parts={still} className="w-full" />
    </Form>
  )
}

function VendorCardSkeleton() {
  return (
    <li className="card overflow-hidden" aria-hidden="true">
      <div className="skeleton aspect-2/1 rounded-none sm:aspect-4/3" />
      <div className="space-y-2 p-4">
        <div className="skeleton h-5 w-2/3" />
        <div className="skeleton h-4 w-1/2" />
        <div className="skeleton h-4 w-1/4" />
      </div>
    </li>
  )
}
