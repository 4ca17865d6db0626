import { lazy, Suspense, useRef } from 'react'
import { useNavigate } from 'react-router'
import { formatNaira } from '../../../domain/money.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { cartTotal, storeHandoff } from './cart-store.ts'
import { CART_DRAWER_ID } from './open-cart.ts'
import { useCart } from './use-cart.ts'

// Most pages are looked at with an empty cart. What was not fetched is not forgotten: it can be ordered all the same.
const FilledCart = lazy(() =>
  import('../filled-cart/filled-cart.tsx').then(
    ({ FilledCart }) => ({ default: FilledCart }),
    () => ({ default: NotFetched }),
  ),
)

function NotFetched() {
  return (
    <p role="alert" className="py-4">
      We could not load your dishes. They are kept, and you can order them.{' '}
      <button type="button" className="min-h-11 text-link underline" onClick={() => location.reload()}>
        Try again
      </button>
    </p>
  )
}

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
          <div className="grow overflow-y-auto px-4">
            <Suspense fallback={<p className="py-4 text-center text-ink-soft">One moment…</p>}>
              <FilledCart items={items} />
            </Suspense>
          </div>
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
