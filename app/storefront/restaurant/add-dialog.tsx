import { type FormEvent, type RefObject, useState } from 'react'
import { lineTotal } from '../../../domain/catalog/cart-line.ts'
import type { Dish } from '../../../domain/catalog/vendor-menu.ts'
import { formatNaira, sumKobo } from '../../../domain/money.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Picture } from '../../ui/picture.tsx'
import { toast } from '../../ui/toast.tsx'
import { addToCart } from '../cart/cart-store.ts'
import { Stepper } from '../stepper.tsx'
import { addedPrice, choiceProblem, chosenOptions, OptionFields, type Picked, readPicked } from './option-fields.tsx'

type Vendor = { user_id: string; name: string }

/** Image, description, price, a stepper from 1 upwards, Cancel and Add; between them what can be chosen. */
export function AddDialog(props: {
  ref: RefObject<HTMLDialogElement | null>
  /** Each opening starts at one again. */
  chosen: { dish: Dish; opening: number } | null
  vendor: Vendor
}) {
  const { ref, chosen, vendor } = props
  return (
    <dialog
      ref={ref}
      aria-labelledby="add-heading"
      className={
        'sheet m-auto w-[calc(100vw-2rem)] max-h-[calc(100dvh-2rem)] max-w-md overflow-y-auto rounded-card ' +
        'bg-surface shadow-raised'
      }
      closedby="any"
    >
      {chosen && (
        <DishChoice key={chosen.opening} dish={chosen.dish} vendor={vendor} close={() => ref.current?.close()} />
      )}
    </dialog>
  )
}

function DishChoice({ dish, vendor, close }: { dish: Dish; vendor: Vendor; close(): void }) {
  const { option_groups: groups } = dish
  const [quantity, setQuantity] = useState(1)
  const [picked, setPicked] = useState<Picked>([])
  // True from the first attempt to add it: then the dialog says what is missing.
  const [adding, setAdding] = useState(false)
  const price_kobo = sumKobo([dish.price_kobo, addedPrice(groups, picked)])
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setAdding(true)
    const wrong = groups.findIndex((group, index) => choiceProblem(group, picked[index]?.length ?? 0, true))
    if (wrong >= 0) {
      const field = event.currentTarget.elements.namedItem(`group-${wrong}`)
      const first = field instanceof RadioNodeList ? field[0] : field
      if (first instanceof HTMLElement) first.focus()
      return
    }
    const options = chosenOptions(groups, picked)
    addToCart({
      vendor_id: vendor.user_id,
      vendor_name: vendor.name,
      name: dish.name,
      price_kobo,
      quantity,
      food_image: dish.food_image,
      ...(options.length > 0 ? { options } : {}),
    })
    close()
    toast(`${quantity} ${dish.name} added to cart!`)
  }
  return (
    <form onSubmit={add} onChange={(event) => setPicked(readPicked(new FormData(event.currentTarget), groups))}>
      <Picture src={dish.food_image} alt="" sizes="28rem" className="aspect-4/3 max-h-[30dvh] w-full" eager />
      <div className="px-5 pt-5">
        <h2 id="add-heading" className="text-xl font-bold">
          {dish.name}
        </h2>
        {dish.description && <p className="mt-1 text-ink-soft">{dish.description}</p>}
        <output aria-live="polite" className="money mt-2 block text-lg font-bold">
          {formatNaira(price_kobo)}
        </output>
        <OptionFields groups={groups} picked={picked} adding={adding} />
      </div>
      <div className="px-5 pt-4">
        <div className="flex flex-wrap items-center gap-3">
          <span className="font-semibold" id="quantity-label">
            Quantity
          </span>
          <Stepper quantity={quantity} labelledby="quantity-label" change={setQuantity} />
          {(quantity > 1 || groups.length > 0) && (
            <span className="money ml-auto font-bold">{formatNaira(lineTotal({ price_kobo, quantity }))}</span>
          )}
        </div>
      </div>
      {/* On a screen that is low, or zoomed in, it scrolls with the rest instead of covering it. */}
      <div className="bottom-0 bg-surface p-5 tall:sticky">
        <div className="flex flex-wrap gap-3 *:grow">
          <button type="button" className={buttonClass('quiet')} onClick={close}>
            Cancel
          </button>
          <button type="submit" className={buttonClass('primary')}>
            Add {quantity > 1 ? `(${quantity} Items)` : 'to Cart'}
          </button>
        </div>
      </div>
    </form>
  )
}
