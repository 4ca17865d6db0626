import { Link } from 'react-router'
import { nameWithChoices } from '../../../domain/catalog/option-groups.ts'
import type { CartChange } from '../../../domain/checkout/quote.ts'
import { formatNaira } from '../../../domain/money.ts'
import { lineKey, removeFromCart } from '../cart/cart-store.ts'

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

function changeText(item: CartChange): string {
  const { change } = item
  const name = nameWithChoices(item)
  switch (change.kind) {
    case 'price':
      return `${name} now costs ${formatNaira(change.now_kobo)} (it was ${formatNaira(change.was_kobo)}).`
    case 'choice_gone':
      return (
        `${item.name}: ${change.choices.join(', ')} can no longer be chosen. Without it, one costs ` +
        `${formatNaira(change.now_kobo)} (it was ${formatNaira(change.was_kobo)}).`
      )
    case 'choose_again':
      return `${name}: the kitchen changed what can be chosen (${change.group}: ${change.rule.toLowerCase()}).`
    case 'gone':
      return `${name} is no longer on the menu.`
    case 'sold_out':
      return `${name} is sold out.`
    case 'vendor_unavailable':
      return `${name}: ${change.vendor_name} does not take orders now (${change.text}).`
  }
}
