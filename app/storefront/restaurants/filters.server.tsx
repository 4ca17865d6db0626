import { renderToStaticMarkup } from 'react-dom/server'
import { type Diet, diet_names, diets as diet_words } from '../../../domain/catalog/dish-contents.ts'
import type { VendorSort } from '../../../domain/catalog/vendor-lists.ts'
import { formatNaira, type Kobo, koboFromNaira, nairaNumber } from '../../../domain/money.ts'

type Chosen = {
  search: string
  sort: VendorSort
  open_only: boolean
  category: string | null
  diet: Diet | undefined
  most_kobo: Kobo | undefined
}

/** What an address asks of the list; what it does not know is left out. */
export function listWish(query: URLSearchParams): Chosen & { page: number } {
  return {
    search: query.get('q') ?? '',
    sort: sorts.find((sort) => sort === query.get('sort')) ?? 'all',
    page: Number.parseInt(query.get('page') ?? '1', 10) || 1,
    open_only: query.get('open') === '1',
    category: query.get('category'),
    diet: diet_names.find((name) => name === query.get('diet')),
    most_kobo: budgetFrom(query.get('most')),
  }
}

const sorts: readonly VendorSort[] = ['all', 'rating', 'price']

/** Full naira, at most four figures, so that there is an end to the lists that are kept. */
function budgetFrom(naira: string | null): Kobo | undefined {
  return naira && /^[1-9]\d{0,3}$/.test(naira) ? koboFromNaira(naira) : undefined
}

/** The query of a list without its page; empty for the list of all. */
export function listQuery({ search, sort, open_only, category, diet, most_kobo }: Chosen): string {
  return new URLSearchParams({
    ...(search ? { q: search } : {}),
    ...(sort === 'all' ? {} : { sort }),
    ...(open_only ? { open: '1' } : {}),
    ...(category ? { category } : {}),
    ...(diet ? { diet } : {}),
    ...(most_kobo ? { most: String(nairaNumber(most_kobo)) } : {}),
  }).toString()
}

type Offered = { categories: readonly string[]; diets: readonly Diet[]; budget_kobo: Kobo | null }

/**
 * What the list may be narrowed to, as HTML: links, so that they need no script, and fields with which a new search or
 * another sequence keeps what was chosen. Nothing where there is nothing to choose.
 */
export function filtersHtml(chosen: Chosen, offered: Offered): string {
  const { open_only, category, diet, most_kobo } = chosen
  const budget_kobo = most_kobo ?? offered.budget_kobo
  const diets = diet_names.filter((name) => name === diet || offered.diets.includes(name))
  return renderToStaticMarkup(
    <>
      {open_only && <input type="hidden" name="open" value="1" />}
      {category && <input type="hidden" name="category" value={category} />}
      {diet && <input type="hidden" name="diet" value={diet} />}
      {most_kobo && <input type="hidden" name="most" value={nairaNumber(most_kobo)} />}
      <ul aria-label="Show only" className="flex gap-2 overflow-x-auto p-1">
        <Filter is_chosen={open_only} to={{ ...chosen, open_only: !open_only }} name="Open now" />
        {budget_kobo && (
          <Filter
            is_chosen={most_kobo !== undefined}
            to={{ ...chosen, most_kobo: most_kobo ? undefined : budget_kobo }}
            name={`About ${formatNaira(budget_kobo)} or less`}
          />
        )}
        {diets.map((name) => (
          <Filter
            key={name}
            is_chosen={name === diet}
            to={{ ...chosen, diet: name === diet ? undefined : name }}
            name={diet_words[name]}
          />
        ))}
        {offered.categories.map((name) => {
          const is_chosen = name === category
          return (
            <Filter
              key={name}
              is_chosen={is_chosen}
              to={{ ...chosen, category: is_chosen ? null : name }}
              name={name}
            />
          )
        })}
      </ul>
    </>,
  )
}

function Filter({ name, to, is_chosen }: { name: string; to: Chosen; is_chosen: boolean }) {
  const query = listQuery(to)
  return (
    <li className="shrink-0">
      <a
        href={query ? (`/restaurants?${query}` satisfies Address) : ('/restaurants' satisfies Address)}
        aria-current={is_chosen || undefined}
        className={`chip inline-flex items-center ${is_chosen ? 'font-bold underline' : ''}`}
      >
        {name}
        {is_chosen && <span aria-hidden="true">&nbsp;×</span>}
      </a>
    </li>
  )
}

/** What an empty list says, and what to do about it. */
export function nothingFound(chosen: Chosen): { title: string; hint: string } {
  const { search, open_only, category, diet, most_kobo } = chosen
  const what = `${diet ? ` with ${diet_words[diet].toLowerCase()} dishes` : ''}${category ? ` of ${category}` : ''}`
  if (search) {
    return {
      title: `Nothing found${open_only ? ' that is open now' : ''} for “${search}”.`,
      hint: 'Try a dish, like jollof or suya, or look at all restaurants.',
    }
  }
  if (open_only)
    return { title: `No restaurant${what} takes orders right now.`, hint: 'Look at all to see when they open.' }
  if (diet || most_kobo)
    return { title: 'No restaurant has all that you chose.', hint: 'Take one of your choices back, or look at all.' }
  return { title: 'No restaurant is listed yet.', hint: 'Please come back soon.' }
}

/** What a restaurant's card says of a search and of offers: "Has Jollof Rice. 20 % off." */
export const cardText = (found_dishes: readonly string[], offers: readonly string[]): string =>
  [...(found_dishes.length > 0 ? [`Has ${found_dishes.join(', ')}`] : []), ...offers].join(' · ')
