import { renderToStaticMarkup } from 'react-dom/server'
import { allergen_names, allergens, diet_names, diets } from '../../../domain/catalog/menu/dish-contents.ts'
import type { MenuWish, NarrowedMenu } from '../../../domain/catalog/menu/narrow-menu.ts'
import type { MenuDish, VendorMenu } from '../../../domain/catalog/menu/vendor-menu.ts'
import { buttonClass } from '../../ui/button.tsx'

/** A shorter menu is seen at a glance. */
const LONG_MENU_DISHES = 12
const LONGEST_SEARCH = 80

/** What an address asks of a menu; what it does not know is left out. */
export function menuWish(query: URLSearchParams): MenuWish {
  return {
    search: (query.get('q') ?? '').trim().slice(0, LONGEST_SEARCH),
    diets: diet_names.filter((name) => query.getAll('diet').includes(name)),
    without: allergen_names.filter((name) => query.getAll('without').includes(name)),
  }
}

export const isWish = ({ search, diets: wanted, without }: MenuWish) =>
  search !== '' || wanted.length > 0 || without.length > 0

/**
 * What stands above the dishes, as HTML, since it needs no script: a search and what somebody may eat, as links; how
 * many dishes are left; and the sections of the menu, which stay in view.
 */
export const menuTools = (
  { vendor, sections }: Pick<VendorMenu, 'vendor' | 'sections'>,
  wish: MenuWish,
  narrowed: NarrowedMenu,
  offers: readonly string[],
): string => {
  const dishes = sections.flatMap((section) => section.dishes)
  const path = `/restaurant/${vendor.slug}` satisfies Address
  return renderToStaticMarkup(
    <>
      {offers.length > 0 && <Offers offers={offers} />}
      <div className="my-4 flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-2xl font-bold">Our Menu</h2>
        {dishes.length > 0 && (
          <a href={`${path}/group` as Address} className="flex min-h-11 items-center font-semibold text-link underline">
            Order together with friends
          </a>
        )}
      </div>
      {dishes.length === 0 && (
        <p className="card p-8 text-center text-ink-soft">This restaurant has not put up its menu yet.</p>
      )}
      {(dishes.length >= LONG_MENU_DISHES || wish.search) && <Search path={path} wish={wish} />}
      <Suits path={path} wish={wish} dishes={dishes} />
      {dishes.length > 0 && <Found path={path} wish={wish} narrowed={narrowed} />}
      {narrowed.sections.length > 1 && <Sections sections={narrowed.sections} />}
    </>,
  )
}

/** What comes off by itself: one for the dishes and one for the delivery, those that save most. */
export function Offers({ offers }: { offers: readonly string[] }) {
  return (
    <aside aria-label="Offers" className="mb-4 rounded-control border border-line bg-good-soft p-4 text-good">
      <ul className="font-semibold">
        {offers.map((offer) => (
          <li key={offer}>{offer}</li>
        ))}
      </ul>
      <p className="mt-1 text-sm">
        At most one comes off your food and one off your delivery, those that save you most, by themselves. A code
        counts where it saves you more.
      </p>
    </aside>
  )
}

type Asked = { path: Address; wish: MenuWish }

function Search({ path, wish }: Asked) {
  return (
    <search>
      <form action={path} className="mb-3 flex gap-3">
        {fieldsOf({ ...wish, search: '' }).map(([name, value]) => (
          <input key={value} type="hidden" name={name} value={value} />
        ))}
        <label className="min-w-0 grow">
          <span className="sr-only">Search this menu</span>
          <input
            type="search"
            name="q"
            defaultValue={wish.search}
            placeholder="Search this menu"
            maxLength={LONGEST_SEARCH}
            autoComplete="off"
            className="h-12 w-full rounded-control border border-edge bg-surface px-4"
          />
        </label>
        <button type="submit" className={buttonClass('brand')}>
          Search
        </button>
      </form>
    </search>
  )
}

/** Only what makes a difference on this menu is offered. */
function Suits({ path, wish, dishes }: Asked & { dishes: readonly MenuDish[] }) {
  const offered = diet_names.filter(
    (name) => wish.diets.includes(name) || dishes.some((dish) => dish.diets.includes(name)),
  )
  const inside = allergen_names.filter(
    (name) => wish.without.includes(name) || dishes.some((dish) => dish.allergens?.includes(name)),
  )
  const choices = [
    ...offered.map((name) => ({
      is_chosen: wish.diets.includes(name),
      choice: <Choice key={name} path={path} wish={wish} of="diets" name={name} words={diets[name]} />,
    })),
    ...inside.map((name) => ({
      is_chosen: wish.without.includes(name),
      choice: <Choice key={name} path={path} wish={wish} of="without" name={name} words={`No ${allergens[name]}`} />,
    })),
  ]
  if (choices.length === 0) return null
  // On a phone the row goes on beyond the screen: what is chosen stands where it is seen.
  const chosen_first = choices.toSorted((one, other) => Number(other.is_chosen) - Number(one.is_chosen))
  return (
    <ul aria-label="Show only" className="mb-2 flex gap-2 overflow-x-auto p-1">
      {chosen_first.map(({ choice }) => choice)}
    </ul>
  )
}

function Choice<Of extends 'diets' | 'without'>(props: Asked & { of: Of; name: MenuWish[Of][number]; words: string }) {
  const { path, wish, of, name, words } = props
  const chosen: readonly string[] = wish[of]
  const is_chosen = chosen.includes(name)
  const then = { ...wish, [of]: is_chosen ? chosen.filter((one) => one !== name) : [...chosen, name] }
  return (
    <li className="shrink-0">
      <a
        href={addressOf(path, then)}
        aria-current={is_chosen || undefined}
        className={`chip inline-flex items-center ${is_chosen ? 'font-bold underline' : ''}`}
      >
        {words}
        {is_chosen && <span aria-hidden="true">&nbsp;×</span>}
      </a>
    </li>
  )
}

function Found({ path, wish, narrowed }: Asked & { narrowed: NarrowedMenu }) {
  const { shown, total, unsaid } = narrowed
  const them = unsaid === 1 ? 'it or its choices' : 'them or their choices'
  return (
    <p role="status" className="mb-3 text-sm text-ink-soft empty:mb-0">
      {isWish(wish) && (
        <>
          {shown} of {total} dishes.{' '}
          {unsaid > 0 && `Of ${unsaid} more the restaurant has not said what is in ${them}: ask before you eat. `}
          <a href={path} className="font-semibold text-link underline">
            Show the whole menu
          </a>
        </>
      )}
    </p>
  )
}

function Sections({ sections }: Pick<VendorMenu, 'sections'>) {
  return (
    <nav aria-label="Menu" className="top-16 z-20 -mx-4 mb-2 bg-page tall:sticky">
      <ul className="flex gap-2 overflow-x-auto px-4 py-2">
        {sections.map(({ name }, place) => (
          <li key={name} className="shrink-0">
            <a href={`#menu-${place}`} className="chip inline-flex items-center">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const fieldsOf = ({ search, diets: wanted, without }: MenuWish): [name: string, value: string][] => [
  ...(search ? [['q', search] as [string, string]] : []),
  ...wanted.map((name): [string, string] => ['diet', name]),
  ...without.map((name): [string, string] => ['without', name]),
]

function addressOf(path: Address, wish: MenuWish): string {
  const query = new URLSearchParams(fieldsOf(wish)).toString()
  return query ? `${path}?${query}` : path
}
