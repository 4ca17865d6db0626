import { Link } from 'react-router'
import type { CartChange } from '../../../domain/checkout/quote.ts'
import { lineKey, removeFromCart } from '../cart/cart-store.ts'
import { changeText } from './change-text.ts'

/** What differs from the cart the customer filled, in plain words. */
export function CartChanges({ changes }: { changes: readonly CartChange[] }) {
  return (
    <ul className="mt-2 list-disc space-y-1 pl-5 font-normal">
      {changes.map((item) => (
        <li key={lineKey(item)}>
          {changeText(item)}{' '}
          {item.change.kind === 'choose_again' && (
            <Link
              to={`/restaurant/${item.vendor_id}` satisfies Address}
              className="inline-flex min-h-11 items-center font-semibold text-link underline"
              onClick={() => removeFromCart(item)}
            >
              Choose again
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}
