import { formatNaira } from '../../../domain/money.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { cartItems, replaceCart } from '../cart/cart-store.ts'
import { CartChanges } from '../checkout/cart-changes.tsx'
import { agreedCart } from '../checkout/cart-wire.ts'
import type { ToldQuote } from '../checkout/change-text.server.ts'
import type { Summary } from './summary-view.server.ts'
import { useCheckoutAgain } from './use-checkout-again.ts'

/** Something changed between Proceed and Pay: nothing was paid, the customer sees what changed and decides. */
export function ContinueWithChanges({ summary, quote }: { summary: Summary; quote: ToldQuote }) {
  const checkoutAgain = useCheckoutAgain(summary)
  const proceed = () => {
    replaceCart(agreedCart(cartItems(), quote))
    checkoutAgain(quote.lines)
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
