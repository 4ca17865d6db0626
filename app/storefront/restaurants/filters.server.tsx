import { renderToStaticMarkup } from 'react-dom/server'
import type { VendorSort } from '../../../domain/catalog/lists/vendor-lists.ts'
import {
  type Allergen,
  allergen_names,
  allergens as allergen_words,
  type Diet,
  diet_names,
  diets as diet_words,
} from '../../../domain/catalog/menu/dish-contents.ts'
import { formatNaira, type Kobo, koboFromNaira, nairaNumber } from '../../../domain/money.ts'
import { counted } from '../../ui/counted.ts'
import { SAME_PRICE } from '../same-price-words.ts'

type Chosen = {
  search: string
  sort: VendorSort
  open_only: boolean
  /** Only these, by their slugs: the favourites of a phone; null for all. */
  only: readonly string[] | null
  category: string | null
  diet: Diet | undefined
  without: Allergen | undefined
  most_kobo: Kobo | undefined
}

/** What an address asks of the list; what it does not know is left out. */
export function listWish(query: URLSearchParams): Chosen & { page: number } {
  return {
    search: query.get('q') ?? '',
    sort: sorts.find((sort) => sort === query.get('sort')) ?? 'all',
    page: Number.parseInt(query.get('page') ?? '1', 10) || 1,
    open_only: query.get('open') === '1',
    only: query.get('only')?.split(',').filter(Boolean).slice(0, MOST_FAVOURITES) ?? null,
    category: query.get('category'),
    diet: diet_names.find((name) => name === query.get('diet')),
    without: allergen_names.find((name) => name === query.get('without')),
    most_kobo: budgetFrom(query.get('most')),
  }
}

/** As many as a phone keeps (storefront/offline/favourites.ts). */
const MOST_FAVOURITES = 30

const sorts: readonly VendorSort[] = ['all', 'rating', 'price']

/** Full naira, at most four figures, so that there is an end to the lists that are kept. */
function budgetFrom(naira: string | null): Kobo | undefined {
  return naira && /^[1-9]\d{0,3}$/.test(naira) ? koboFromNaira(naira) : undefined
}

/** The query of a list without its page; empty for the list of all. */
export function listQuery({ search, sort, open_only, only, category, diet, without, most_kobo }: Chosen): string {
  return new URLSearchParams({
    ...(search ? { q: search } : {}),
    ...(sort === 'all' ? {} : { sort }),
    ...(open_only ? { open: '1' } : {}),
    ...(only ? { only: only.join(',') } : {}),
    ...(category ? { category } : {}),
    ...(diet ? { diet } : {}),
    ...(without ? { without } : {}),
    ...(most_kobo ? { most: String(nairaNumber(most_kobo)) } : {}),
  }).toString()
}

type Offered = {
  categories: readonly string[]
  diets: readonly Diet[]
  allergens: readonly Allergen[]
  budget_kobo: Kobo | null
}

/**
 * What the list may be narrowed to, as HTML: links, so that they need no script, and fields with which a new search or
 * another sequence keeps what was chosen. Nothing where there is nothing to choose.
 */
export function filtersHtml(chosen: Chosen, offered: Offered): string {
  const { open_only, only, category, diet, without, most_kobo } = chosen
  const budget_kobo = most_kobo ?? offered.budget_kobo
  const diets = diet_names.filter((name) => name === diet || offered.diets.includes(name))
  const allergens = allergen_names.filter((name) => name === without || offered.allergens.includes(name))
  const filters: FilterProps[] = [
    { name: 'Open now', is_chosen: open_only, to: { ...chosen, open_only: !open_only } },
    { name: 'Yours', is_chosen: only !== null, to: { ...chosen, only: only ? null : [] }, of_phone: !only },
    ...(budget_kobo
      ? [
          {
            name: `About ${formatNaira(budget_kobo)} or less`,
            is_chosen: most_kobo !== undefined,
            to: { ...chosen, most_kobo: most_kobo ? undefined : budget_kobo },
          },
        ]
      : []),
    ...diets.map((name) => ({
      name: diet_words[name],
      is_chosen: name === diet,
      to: { ...chosen, diet: name === diet ? undefined : name },
    })),
    ...allergens.map((name) => ({
      name: `No ${allergen_words[name]}`,
      is_chosen: name === without,
      to: { ...chosen, without: name === without ? undefined : name },
    })),
    ...offered.categories.map((name) => ({
      name,
      is_chosen: name === category,
      to: { ...chosen, category: name === category ? null : name },
    })),
  ]
  // On a phone the row goes on beyond the screen: what is chosen stands where it is seen.
  const chosen_first = filters.toSorted((one, other) => Number(other.is_chosen) - Number(one.is_chosen))
  return renderToStaticMarkup(
    <>
      {open_only && <input type="hidden" name="open" value="1" />}
      {only && <input type="hidden" name="only" value={only.join(',')} />}
      {category && <input type="hidden" name="category" value={category} />}
      {diet && <input type="hidden" name="diet" value={diet} />}
      {without && <input type="hidden" name="without" value={without} />}
      {most_kobo && <input type="hidden" name="most" value={nairaNumber(most_kobo)} />}
      <ul aria-label="Show only" className="flex gap-2 overflow-x-auto p-1">
        {chosen_first.map((filter) => (
          <Filter key={`${filter.name} ${listQuery(filter.to)}`} {...filter} />
        ))}
      </ul>
    </>,
  )
}

/** `of_phone`: only the phone knows the whole address. */
type FilterProps = { name: string; to: Chosen; is_chosen: boolean; of_phone?: boolean }

function Filter({ name, to, is_chosen, of_phone }: FilterProps) {
  const query = listQuery(to)
  return (
    <li className="shrink-0">
      <a
        href={query ? (`/restaurants?${query}` satisfies Address) : ('/restaurants' satisfies Address)}
        aria-current={is_chosen || undefined}
        data-yours={of_phone || undefined}
        className={`chip inline-flex items-center ${is_chosen ? 'font-bold underline' : ''}`}
      >
        {name}
        {is_chosen && <span aria-hidden="true">&nbsp;×</span>}
      </a>
    </li>
  )
}

/** What an empty list says, and what to do about it; `is_all` where nothing hides others. */
export function nothingFound(chosen: Chosen): { title: string; hint: string; is_all?: true } {
  const { search, open_only, only, category, diet, without, most_kobo } = chosen
  if (only?.length === 0) {
    return {
      title: 'You have no favourites on this phone yet.',
      hint: 'Tap the heart of a restaurant that you like, and it stands here. That needs JavaScript.',
    }
  }
  const dishes = [
    ...(diet ? [`${diet_words[diet].toLowerCase()} dishes`] : []),
    ...(without ? [`${diet ? '' : 'dishes '}without ${allergen_words[without]}`] : []),
  ].join(' ')
  const what = `${dishes && ` with ${dishes}`}${category ? ` of ${category}` : ''}`
  if (search) {
    return {
      title: `Nothing found${open_only ? ' that is open now' : ''} for “${search}”.`,
      hint: 'Try a dish, like jollof or suya, or look at all restaurants.',
    }
  }
  if (open_only)
    return { title: `No restaurant${what} takes orders right now.`, hint: 'Look at all to see when they open.' }
  if (diet || without || most_kobo || only)
    return { title: 'No restaurant has all that you chose.', hint: 'Take one of your choices back, or look at all.' }
  return { title: 'No restaurant is listed yet.', hint: 'Please come back soon.', is_all: true }
}

type Told = { found_dishes: readonly string[]; dishes_without: number; same_price: boolean }

/** What a restaurant's card says of what was asked, and of offers: "3 dishes without groundnut · 20 % off." */
export function cardText(
  { found_dishes, dishes_without, same_price }: Told,
  { diet, without }: Pick<Chosen, 'diet' | 'without'>,
  offers: readonly string[],
): string {
  const kind = diet ? `${diet_words[diet].toLowerCase()} ` : ''
  return [
    ...(found_dishes.length > 0 ? [`Has ${found_dishes.join(', ')}`] : []),
    ...(without
      ? [`${counted(dishes_without, `${kind}dish`, `${kind}dishes`)} without ${allergen_words[without]}`]
      : []),
    ...offers,
    ...(same_price ? [SAME_PRICE] : []),
  ].join(' · ')
}
