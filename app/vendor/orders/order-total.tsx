import { formatNaira, kobo } from '../../../domain/money.ts'
import type { OrderView } from './order-view.server.ts'

/** What an order comes to for its vendor now, and how much of it went back. */
export function OrderTotal({ order }: { order: OrderView }) {
  const { total_left_kobo, total_price, vendor_promotion } = order
  return (
    <>
      {formatNaira(total_left_kobo)}
      {total_left_kobo < total_price && (
        <span className="block text-sm font-normal text-ink-soft">
          {formatNaira(kobo(total_price - total_left_kobo))} refunded
        </span>
      )}
      {vendor_promotion > 0 && (
        <span className="block text-sm font-normal text-ink-soft">
          {formatNaira(vendor_promotion)} less by your promotion
        </span>
      )}
    </>
  )
}
