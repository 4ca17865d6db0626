import type { CartChange } from '../../../domain/checkout/quote.ts'
import { formatNaira } from '../../../domain/money.ts'

/** What differs from the cart the customer filled, in plain words. */
export function CartChanges({ changes }: { changes: readonly CartChange[] }) {
  return (
    <ul className="mt-2 list-disc space-y-1 pl-5 font-normal">
      {changes.map((item) => (
        <li key={`${item.vendor_id} ${item.name}`}>{changeText(item)}</li>
      ))}
    </ul>
  )
}

function changeText({ name, change }: CartChange): string {
  switch (change.kind) {
    case 'price':
      return `${name} now costs ${formatNaira(change.now_kobo)} (it was ${formatNaira(change.was_kobo)}).`
    case 'gone':
      return `${name} is no longer on the menu.`
    case 'sold_out':
      return `${name} is sold out.`
    case 'vendor_unavailable':
      return `${name}: ${change.vendor_name} does not take orders now (${change.text}).`
  }
}
