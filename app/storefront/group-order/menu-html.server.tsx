import { createHash } from 'node:crypto'
import { renderToStaticMarkup } from 'react-dom/server'
import { describedWithContents } from '../../../domain/catalog/menu/dish-contents.ts'
import { lowestPrice } from '../../../domain/catalog/menu/option-rules.ts'
import type { MenuDish } from '../../../domain/catalog/menu/vendor-menu.ts'
import type { GroupPage, MemberPart } from '../../../domain/checkout/group-orders/group-page.ts'
import { formatNaira } from '../../../domain/money.ts'
import { buttonClass } from '../../ui/button.tsx'

/** The menu from which a member chooses, as HTML; nothing where nobody can choose. It changes with what they chose. */
export const menuHtml = (page: GroupPage, me: MemberPart): string =>
  page.is_open && !me.payment ? renderToStaticMarkup(<Menu page={page} me={me} />) : ''

/** One press on the menu is told from the next by what was chosen before it: sent twice it adds once. */
export function pressOf(me: MemberPart | null): string {
  const before = (me?.lines ?? []).map(({ line_id, quantity }) => [line_id, quantity])
  return createHash('sha256').update(JSON.stringify(before)).digest('base64url').slice(0, 16)
}

function Menu({ page, me }: { page: GroupPage; me: MemberPart }) {
  const { sections, vendor, token } = page
  return (
    <section aria-labelledby="menu-heading" className="mt-6">
      <h2 id="menu-heading" className="text-xl font-bold">
        Add your dishes
      </h2>
      {vendor.closed_text && <p className="mt-2 font-semibold text-warn">{vendor.closed_text}.</p>}
      <form method="post" action={`/group/${token}` satisfies Address}>
        <input type="hidden" name="intent" value="add" />
        <input type="hidden" name="press" value={pressOf(me)} />
        {sections.map(({ name, dishes }) => (
          <section key={name} aria-label={name} className="mt-4">
            {sections.length > 1 && <h3 className="mb-2 font-bold text-ink-soft">{name}</h3>}
            <ul className="card divide-y divide-line px-4">
              {dishes.map((dish) => (
                <Dish key={dish.id} dish={dish} token={token} closed={vendor.closed_text !== null} />
              ))}
            </ul>
          </section>
        ))}
      </form>
    </section>
  )
}

function Dish({ dish, token, closed }: { dish: MenuDish; token: string; closed: boolean }) {
  const lowest = lowestPrice(dish)
  const described = describedWithContents(dish)
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <div className="min-w-0 grow basis-40">
        <p className="font-semibold">{dish.name}</p>
        {described && <p className="text-sm text-ink-soft">{described}</p>}
        <p className="money text-sm">
          {lowest.varies && 'from '}
          {formatNaira(lowest.kobo)}
        </p>
      </div>
      {dish.sold_out || closed ? (
        <p className="font-semibold text-ink-soft">{dish.sold_out ? 'Sold out' : 'Closed'}</p>
      ) : dish.option_groups.length > 0 ? (
        <a
          href={`/group/${token}/add?dish=${dish.id}` satisfies Address}
          aria-label={`Choose ${dish.name}`}
          className={buttonClass('primary', 'px-4 text-sm')}
        >
          Choose
        </a>
      ) : (
        <>
          <a
            href={`/group/${token}/add?dish=${dish.id}` satisfies Address}
            aria-label={`Add ${dish.name} with a note`}
            className={buttonClass('quiet', 'px-4 text-sm')}
          >
            With a note
          </a>
          <button
            type="submit"
            name="dish"
            value={dish.id}
            aria-label={`Add ${dish.name}`}
            className={buttonClass('primary', 'px-4 text-sm')}
          >
            Add
          </button>
        </>
      )}
    </li>
  )
}
