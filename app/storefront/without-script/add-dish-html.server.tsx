import { renderToStaticMarkup } from 'react-dom/server'
import { MOST_OF_ONE } from '../../../domain/catalog/menu/cart-line.ts'
import { describedWithContents } from '../../../domain/catalog/menu/dish-contents.ts'
import { LONGEST_DISH_NOTE } from '../../../domain/catalog/menu/dish-note.ts'
import type { MenuDish, VendorMenu } from '../../../domain/catalog/menu/vendor-menu.ts'
import { formatNaira } from '../../../domain/money.ts'
import { buttonClass } from '../../ui/button.tsx'
import type { Refused } from '../../ui/forms/action-answer.ts'
import { Field, RefusedContext } from '../../ui/forms/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { dishPicture } from '../../ui/pictures/dish-plate.ts'
import { Picture } from '../../ui/pictures/picture.tsx'
import { OptionFields, type Picked } from '../restaurant/option-fields.tsx'

type Wanted = {
  dish: MenuDish
  vendor: VendorMenu['vendor']
  /** Where Cancel leads. */
  back: Address
  button: string
  /** What the form sends besides. */
  hidden?: Readonly<Record<string, string>>
}

/** What the menu's dialog asks, as HTML with a form; `refused` is what was wrong, with what was chosen. */
export const addDishHtml = (wanted: Wanted, refused?: Refused & { picked: Picked }): string =>
  renderToStaticMarkup(<AddDish {...wanted} refused={refused} />)

function AddDish({
  dish,
  vendor,
  back,
  button,
  hidden = {},
  refused,
}: Wanted & { refused: (Refused & { picked: Picked }) | undefined }) {
  const described = describedWithContents(dish)
  return (
    <form method="post" className="card overflow-hidden">
      <Picture src={dishPicture(dish)} alt="" sizes="28rem" className="aspect-4/3 max-h-[30dvh] w-full" eager />
      <div className="grid gap-4 p-5">
        <div>
          <h1 className="text-xl font-bold">{dish.name}</h1>
          <p className="text-sm text-ink-soft">{vendor.name}</p>
          {described && <p className="mt-1 text-ink-soft">{described}</p>}
          <p className="money mt-2 text-lg font-bold">{formatNaira(dish.price_kobo)}</p>
        </div>
        {refused?.said && <Notice kind="bad">{refused.said}</Notice>}
        {!refused && vendor.closed_text && <Notice kind="warn">{vendor.closed_text}.</Notice>}
        <input type="hidden" name="dish" value={dish.id} />
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div>
          <OptionFields groups={dish.option_groups} picked={refused?.picked ?? []} adding={refused !== undefined} />
        </div>
        <RefusedContext value={refused}>
          <Field
            name="quantity"
            label="Quantity"
            type="number"
            inputMode="numeric"
            min={1}
            max={MOST_OF_ONE}
            defaultValue="1"
            required
          />
          <Field
            name="note"
            label="Note for the restaurant (optional)"
            hint="e.g. no pepper"
            maxLength={LONGEST_DISH_NOTE}
          />
        </RefusedContext>
        <div className="flex flex-wrap gap-3 *:grow">
          <a href={back} className={buttonClass('quiet')}>
            Cancel
          </a>
          <button type="submit" className={buttonClass('primary')} disabled={dish.sold_out}>
            {dish.sold_out ? 'Sold out' : button}
          </button>
        </div>
      </div>
    </form>
  )
}
