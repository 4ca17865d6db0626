import { renderToStaticMarkup } from 'react-dom/server'
import { describedWithContents } from '../../../domain/catalog/menu/dish-contents.ts'
import { LONGEST_DISH_NOTE } from '../../../domain/catalog/menu/dish-note.ts'
import { lowestPrice } from '../../../domain/catalog/menu/option-rules.ts'
import type { MenuDish, VendorMenu } from '../../../domain/catalog/menu/vendor-menu.ts'
import { formatNaira } from '../../../domain/money.ts'
import { buttonClass } from '../../ui/button.tsx'
import { dishPicture } from '../../ui/pictures/dish-plate.ts'
import { Picture } from '../../ui/pictures/picture.tsx'
import { DISH_SHEET_ID } from './dish-sheet-id.ts'
import { OptionFields } from './option-fields.tsx'
import { Stepper } from './stepper.tsx'

/** The dishes of a menu as HTML, with the dialog that early/dish-taps.ts opens; without script, a page asks instead. */
export const menuHtml = (vendor: VendorMenu['vendor'], sections: VendorMenu['sections']): string =>
  renderToStaticMarkup(
    <>
      <form method="post" action={`/restaurant/${vendor.user_id}/add` satisfies Address}>
        {sections.map((section, index) => (
          <section key={section.name} id={`menu-${index}`} aria-label={section.name} className="mb-8 scroll-mt-32">
            <h3 className={sections.length > 1 ? 'mb-3 text-lg font-bold text-ink-soft' : 'sr-only'}>{section.name}</h3>
            <ul className="grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-3">
              {section.dishes.map((dish, row) => (
                <DishCard key={dish.id} dish={dish} closed={vendor.closed_as} eager={index === 0 && row < 3} />
              ))}
            </ul>
          </section>
        ))}
      </form>
      <DishSheet vendor={vendor} />
    </>,
  )

function DishCard({ dish, closed, eager }: { dish: MenuDish; closed: 'Closed' | 'Busy' | null; eager: boolean }) {
  const lowest = lowestPrice(dish)
  const described = describedWithContents(dish)
  return (
    <li className="card flex overflow-hidden sm:flex-col">
      <div className="relative w-32 shrink-0 sm:w-full">
        <Picture
          src={dishPicture(dish)}
          alt=""
          sizes="(min-width: 1024px) 23rem, (min-width: 640px) 50vw, 8rem"
          className={`h-full w-full sm:aspect-4/3 sm:h-auto ${dish.sold_out ? 'opacity-50 [filter:grayscale(1)]' : ''}`}
          eager={eager}
        />
        {dish.sold_out && (
          <p className="absolute top-2 left-2 rounded-full bg-brand-strong px-3 py-1 text-sm font-semibold text-white">
            Sold out
          </p>
        )}
      </div>
      <div className="flex min-w-0 grow flex-col gap-1 p-3 sm:p-4">
        <h4 className="font-bold">{dish.name}</h4>
        {described && <p className="text-sm text-ink-soft">{described}</p>}
        <div className="mt-auto flex flex-wrap items-center justify-between gap-2 pt-3">
          <p className="text-lg font-bold">
            {lowest.varies && <span className="text-sm font-normal">from </span>}
            <span className="money">{formatNaira(lowest.kobo)}</span>
          </p>
          <button
            type="submit"
            name="dish"
            value={dish.id}
            className={buttonClass('primary', 'px-4 text-sm')}
            disabled={dish.sold_out || closed !== null}
            aria-label={`Add to Cart: ${dish.name}`}
            data-early=""
            data-kobo={dish.price_kobo}
            data-image={dishPicture(dish)}
          >
            {dish.sold_out ? 'Sold out' : (closed ?? 'Add to Cart')}
          </button>
        </div>
        {dish.option_groups.length > 0 && (
          <template>
            <OptionFields groups={dish.option_groups} picked={[]} adding={false} />
          </template>
        )}
      </div>
    </li>
  )
}

/** Image, description, price, a stepper from 1 upwards, Cancel and Add; between them what can be chosen. */
function DishSheet({ vendor }: { vendor: VendorMenu['vendor'] }) {
  return (
    <dialog
      id={DISH_SHEET_ID}
      aria-labelledby="add-heading"
      className={
        'sheet m-auto w-[calc(100vw-2rem)] max-h-[calc(100dvh-2rem)] max-w-md overflow-y-auto rounded-card ' +
        'bg-surface shadow-raised'
      }
      closedby="any"
      data-early=""
      data-vendor_id={vendor.user_id}
      data-vendor_name={vendor.name}
    >
      <form>
        <img
          alt=""
          src="/fallback-plate.svg"
          width={640}
          height={480}
          loading="lazy"
          className="aspect-4/3 max-h-[30dvh] w-full bg-sunken object-cover"
        />
        <div className="px-5 pt-5">
          <h2 id="add-heading" className="text-xl font-bold" data-part="name">
            Dish
          </h2>
          <p className="mt-1 text-ink-soft empty:hidden" data-part="description" />
          <output aria-live="polite" className="money mt-2 block text-lg font-bold" data-part="price" />
          <div data-part="choices" />
          <label className="mt-4 block border-t border-line pt-3">
            <span className="font-semibold">
              Note for the restaurant <span className="text-sm font-normal text-ink-soft">(optional)</span>
            </span>
            <input
              name="note"
              maxLength={LONGEST_DISH_NOTE}
              placeholder="e.g. no pepper"
              autoComplete="off"
              className="field"
            />
          </label>
        </div>
        <div className="px-5 pt-4">
          <div className="flex flex-wrap items-center gap-3">
            <span className="font-semibold" id="quantity-label">
              Quantity
            </span>
            <Stepper quantity={1} labelledby="quantity-label" change={() => {}} />
            <span className="money ml-auto font-bold" data-part="total" />
          </div>
        </div>
        {/* Where the screen is low, or zoomed in, it scrolls with the rest instead of covering it. */}
        <div className="bottom-0 bg-surface p-5 tall:sticky">
          <div className="flex flex-wrap gap-3 *:grow">
            <button type="button" className={buttonClass('quiet')} commandfor={DISH_SHEET_ID} command="close">
              Cancel
            </button>
            <button type="submit" className={buttonClass('primary')} data-part="add">
              Add to Cart
            </button>
          </div>
        </div>
      </form>
    </dialog>
  )
}
