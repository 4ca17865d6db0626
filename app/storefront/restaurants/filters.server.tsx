import { renderToStaticMarkup } from 'react-dom/server'

type Chosen = { search: string; sort: string; open_only: boolean; category: string | null }

/** The query of a list without its page; empty for the list of all. */
export function listQuery({ search, sort, open_only, category }: Chosen): string {
  return new URLSearchParams({
    ...(search ? { q: search } : {}),
    ...(sort === 'all' ? {} : { sort }),
    ...(open_only ? { open: '1' } : {}),
    ...(category ? { category } : {}),
  }).toString()
}

/**
 * What the list may be narrowed to, as HTML: links, so that they need no script, and fields with which a new search or
 * another sequence keeps what was chosen. Nothing where there is nothing to choose.
 */
export function filtersHtml(chosen: Chosen, categories: readonly string[]): string {
  const { open_only, category } = chosen
  return renderToStaticMarkup(
    <>
      {open_only && <input type="hidden" name="open" value="1" />}
      {category && <input type="hidden" name="category" value={category} />}
      <ul aria-label="Show only" className="flex gap-2 overflow-x-auto p-1">
        <Filter is_chosen={open_only} to={{ ...chosen, open_only: !open_only }} name="Open now" />
        {categories.map((name) => {
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
export function nothingFound({ search, open_only, category }: Chosen): { title: string; hint: string } {
  const what = category ? ` of ${category}` : ''
  if (search) {
    return {
      title: `Nothing found${open_only ? ' that is open now' : ''} for “${search}”.`,
      hint: 'Try a dish, like jollof or suya, or look at all restaurants.',
    }
  }
  if (open_only)
    return { title: `No restaurant${what} takes orders right now.`, hint: 'Look at all to see when they open.' }
  return { title: 'No restaurant is listed yet.', hint: 'Please come back soon.' }
}
