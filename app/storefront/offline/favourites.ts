import { storedList } from '../cart/stored-list.ts'

// The restaurants of this phone: a heart on each card and menu, the list that shows only those, and the way to the
// newest of them on the home page. Hearts are drawn once they can be pressed, and ways in the room that is kept for
// them, so nothing moves.

/** As many as an address holds; the oldest make room. */
const MOST_FAVOURITES = 30
const LOOKS_LIKE_A_SLUG = /^[\w-]{1,80}$/

/** What a row on the home page has room for. */
const MOST_SHOWN = 6
const LONGEST_NAME = 120

const { read, save } = storedList('favourites', slugOf, MOST_FAVOURITES)

function slugOf(value: unknown): string | null {
  return typeof value === 'string' && LOOKS_LIKE_A_SLUG.test(value) ? value : null
}

/** What they are called, for pages that do not show them. */
const names = storedList('favouriteNames', namedOf, MOST_FAVOURITES)

type Named = { slug: string; name: string }

function namedOf(value: unknown): Named | null {
  const { slug, name } = (value ?? {}) as { slug?: unknown; name?: unknown }
  const known = slugOf(slug)
  return known && typeof name === 'string' && name.length <= LONGEST_NAME ? { slug: known, name } : null
}

/** Draws what is missing on the page, and how each of them is now. */
export function showFavourites(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('main li > a[href^="/restaurant/"]')) {
    const name = link.querySelector('h2, h3')?.textContent
    const card = link.parentElement
    if (!name || !card || card.querySelector('[data-favourite]')) continue
    card.classList.add('relative')
    card.append(heart(slugIn(link.pathname), name, 'absolute top-2 right-2 bg-surface text-bad shadow-raised'))
  }
  const of_menu = document.querySelector('main [data-heart]:empty')
  const name = document.querySelector('main h1')?.textContent
  if (of_menu && name) of_menu.append(heart(slugIn(location.pathname), name, 'text-white'))
  draw()
}

const slugIn = (pathname: string) => pathname.split('/')[2] ?? ''

function heart(slug: string, name: string, look: string): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.dataset['favourite'] = slug
  button.ariaLabel = `Keep ${name} among yours`
  button.className = `grid size-11 place-items-center rounded-full text-2xl ${look}`
  button.addEventListener('click', () => {
    const others = read().filter((known) => known !== slug)
    save(others.length < read().length ? others : [slug, ...others])
    names.save([{ slug, name }, ...names.read().filter((known) => known.slug !== slug)])
    draw()
  })
  return button
}

function draw(): void {
  const slugs = read()
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-favourite]')) {
    const is_kept = slugs.includes(button.dataset['favourite'] ?? '')
    const sign = is_kept ? '♥' : '♡'
    button.ariaPressed = String(is_kept)
    if (button.textContent !== sign) button.textContent = sign
  }
  drawWays(slugs)
  const yours = document.querySelector<HTMLAnchorElement>('main a[data-yours]')
  if (yours) yours.href = withYours(yours.href)
  // The link was pressed before its address was known.
  const { pathname, search, href } = location
  const is_unknown = pathname === '/restaurants' && new URLSearchParams(search).get('only') === ''
  if (is_unknown && slugs.length > 0) location.replace(withYours(href))
}

/** On the home page, at the end of what stands there: nothing moves under a finger. */
function drawWays(slugs: readonly string[]): void {
  const row = document.querySelector<HTMLElement>('main [data-favourites]')
  const shown = slugs.slice(0, MOST_SHOWN)
  if (!row || row.dataset['favourites'] === shown.join()) return
  row.dataset['favourites'] = shown.join()
  for (const way of row.querySelectorAll('[data-way]')) way.remove()
  const called = new Map(names.read().map(({ slug, name }) => [slug, name]))
  row.append(...shown.map((slug) => wayTo(slug, called.get(slug) ?? nameIn(slug))))
}

function wayTo(slug: string, name: string): HTMLLIElement {
  const link = document.createElement('a')
  link.href = `/restaurant/${slug}` satisfies Address
  link.className = 'chip inline-flex items-center'
  link.textContent = `♥ ${name}`
  const item = document.createElement('li')
  item.className = 'shrink-0'
  item.dataset['way'] = ''
  item.append(link)
  return item
}

/** Of one that was kept before names were: "iya-basira" is Iya Basira. */
const nameIn = (slug: string) => slug.replace(/-/g, ' ').replace(/(^| )\w/g, (letter) => letter.toUpperCase())

function withYours(href: string): string {
  const url = new URL(href)
  url.searchParams.set('only', read().join(','))
  return url.href
}
