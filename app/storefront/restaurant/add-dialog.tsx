import { type RefObject, useState } from 'react'
import type { Dish } from '../../../domain/catalog/vendor-menu.ts'
import { formatNaira } from '../../../domain/money.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'
import { toast } from '../../ui/toast.tsx'
import { addToCart } from '../cart/cart-store.ts'

const stepper =
  'grid size-11 place-items-center rounded-full border border-line bg-surface hover:bg-sunken disabled:cursor-not-allowed disabled:opacity-45'

type Vendor = { user_id: string; name: string }

/** Spec §2: image, description, price, a stepper from 1 upwards, Cancel and Add. */
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
      className="sheet m-auto w-[calc(100vw-2rem)] max-w-md overflow-hidden rounded-card bg-surface shadow-raised"
      closedby="any"
    >
      {chosen && (
        <DishChoice
          key={chosen.opening}
          dish={chosen.dish}
          vendor={vendor}
          close={() => ref.current?.close()}
        />
      )}
    </dialog>
  )
}

function DishChoice({ dish, vendor, close }: { dish: Dish; vendor: Vendor; close(): void }) {
  const [quantity, setQuantity] = useState(1)
  const add = () => {
    addToCart({
      vendor_id: vendor.user_id,
      vendor_name: vendor.name,
      name: dish.name,
      price: dish.price_kobo / 100,
      qty: quantity,
      food_image: dish.food_image,
    })
    close()
    toast(`${quantity} ${dish.name} added to cart!`)
  }
  return (
    <>
      <Picture src={dish.food_image} alt="" sizes="28rem" className="aspect-4/3 max-h-[40dvh] w-full" eager />
      <div className="p-5">
        <h2 id="add-heading" className="text-xl font-bold">
          {dish.name}
        </h2>
        {dish.description && <p className="mt-1 text-ink-soft">{dish.description}</p>}
        <p className="money mt-2 text-lg font-bold">{formatNaira(dish.price_kobo)}</p>
        <div className="mt-4 flex items-center gap-3">
          <span className="font-semibold" id="quantity-label">
            Quantity
          </span>
          <button
            type="button"
            aria-label="One less"
            className={stepper}
            disabled={quantity <= 1}
            onClick={() => setQuantity(quantity - 1)}
          >
            <Icon name="minus" />
          </button>
          <output
            aria-live="polite"
            aria-labelledby="quantity-label"
            className="money min-w-8 text-center text-lg font-bold"
          >
            {quantity}
          </output>
          <button
            type="button"
            aria-label="One more"
            className={stepper}
            onClick={() => setQuantity(quantity + 1)}
          >
            <Icon name="plus" />
          </button>
        </div>
        <div className="mt-5 grid grid-cols-[auto_1fr] gap-3">
          <button type="button" className={buttonClass('quiet')} onClick={close}>
            Cancel
          </button>
          <button type="button" className={buttonClass('primary')} onClick={add}>
            Add {quantity > 1 ? `(${quantity} Items)` : 'to Cart'}
          </button>
        </div>
      </div>
    </>
  )
}
