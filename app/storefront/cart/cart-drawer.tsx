import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { lineTotal, MOST_OF_ONE } from '../../../domain/catalog/cart-line.ts'
import { choicesText, nameWithChoices } from '../../../domain/catalog/option-groups.ts'
import { formatNaira } from '../../../domain/money.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Stepper } from '../stepper.tsx'
import { type CartItem, cartTotal, changeQuantity, lineKey, removeFromCart, storeHandoff } from './cart-store.ts'
import { CART_DRAWER_ID } from './open-cart.ts'
import { useCart } from './use-cart.ts'

export function CartDrawer() {
  const drawer = useRef<HTMLDialogElement>(null)
  const items = useCart()
  const navigate = useNavigate()

  const proceed = () => {
    storeHandoff()
    drawer.current?.close()
    navigate('/checkout' satisfies Address)
  }

  return (
    <dialog
      ref={drawer}
      id={CART_DRAWER_ID}
      aria-labelledby="cart-heading"
      className="drawer drawer-right w-full max-w-sm"
      closedby="any"
    >
      <div className="flex items-center justify-between border-b border-line px-4 py-3">
        <h2 id="cart-heading" className="text-lg font-bold">
          Cart
        </h2>
        <button
          type="button"
          aria-label="Close cart"
          className="grid size-11 place-items-center rounded-control hover:bg-sunken"
          commandfor={CART_DRAWER_ID}
          command="close"
        >
          <Icon path="M6 6l12 12M18 6 6 18" />
        </button>
      </div>
      {items.length === 0 ? (
        <p className="empty-cart">
          Your cart is empty.
          <a className={buttonClass('brand')} href={'/restaurants' satisfies Address}>
            See the restaurants
          </a>
        </p>
      ) : (
        <>
          <ul className="grow divide-y divide-line overflow-y-auto px-4">
            {items.map((item) => (
              <CartRow key={lineKey(item)} item={item} />
            ))}
          </ul>
          <div className="border-t border-line p-4">
            <p className="mb-3 flex justify-between font-semibold">
              <span>Total</span>
              <span className="money">{formatNaira(cartTotal(items))}</span>
            </p>
            <div data-coming />
            <button type="button" className={buttonClass('primary', 'w-full')} onClick={proceed}>
              Proceed to Checkout
            </button>
          </div>
        </>
      )}
    </dialog>
  )
}

function CartRow({ item }: { item: CartItem }) {
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <Picture src={item.food_image} alt="" sizes="64px" className="size-16 rounded-control" />
      <div className="min-w-0 grow basis-32">
        <p className="font-semibold">{item.name}</p>
        {item.options && <p className="text-sm">{choicesText(item.options)}</p>}
        <p className="truncate text-sm text-ink-soft">{item.vendor_name}</p>
        <p className="money text-sm">
          {formatNaira(item.price_kobo)} × {item.quantity} = {formatNaira(lineTotal(item))}
        </p>
      </div>
      <div className="flex basis-full items-center gap-2">
        <Stepper
          quantity={item.quantity}
          most={MOST_OF_ONE}
          of={nameWithChoices(item)}
          change={(quantity) => changeQuantity(item, quantity)}
        />
        <button
          type="button"
          aria-label={`Remove ${nameWithChoices(item)}`}
          className="ml-auto min-h-11 rounded-control px-3 text-sm font-semibold text-bad hover:bg-bad-soft"
          onClick={() => removeFromCart(item)}
        >
          Remove
        </button>
      </div>
    </li>
  )
}
