import { Link } from 'react-router'
import { lineKey, removeFromCart } from '../cart/cart-store.ts'
import type { ToldChange } from './change-text.server.ts'

/** What differs from the cart the customer filled, in plain words. */
export function CartChanges({ changes }: { changes: readonly ToldChange[] }) {
  return (
    <ul className="mt-2 list-disc space-y-1 pl-5 font-normal">
      {changes.map((item) => (
        <li key={lineKey(item)}>
          {item.text}{' '}
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
