import { useSubmit } from 'react-router'
import type { Quote } from '../../../domain/checkout/quote.ts'
import { formatNaira } from '../../../domain/money.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { cartItems, replaceCart } from '../cart/cart-store.ts'
import { CartChanges } from '../checkout/cart-changes.tsx'
import { agreedCart, cartForServer } from '../checkout/cart-wire.ts'
import type { Summary } from './summary-view.server.ts'

/** Something changed between Proceed and Pay: nothing was paid, the customer sees what changed and decides. */
export function ContinueWithChanges({ summary, quote }: { summary: Summary; quote: Quote }) {
  const submit = useSubmit()
  const proceed = () => {
    replaceCart(agreedCart(cartItems(), quote))
    const { firstName, lastName, email, phone, address, note } = summary.customer
    submit(
      {
        firstName,
        lastName,
        email,
        phone,
        address,
        note,
        _cart: cartForServer(quote.lines),
        _key: crypto.randomUUID(),
        _offered: summary.place_name ?? '',
        _latitude: String(summary.place?.latitude ?? ''),
        _longitude: String(summary.place?.longitude ?? ''),
      },
      { method: 'post', action: '/checkout' satisfies Address },
    )
  }
  return (
    <Notice kind="warn">
      <p>Something changed since you filled your cart, so nothing was paid:</p>
      <CartChanges changes={quote.changes} />
      {quote.lines.length === 0 ? (
        <a href={'/restaurants' satisfies Address} className={buttonClass('brand', 'mt-4')}>
          See who is open
        </a>
      ) : (
        <button type="button" className={buttonClass('brand', 'mt-4')} onClick={proceed}>
          Continue with {formatNaira(quote.subtotal_kobo)}
        </button>
      )}
    </Notice>
  )
}
