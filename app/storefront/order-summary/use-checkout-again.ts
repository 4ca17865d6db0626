import { useSubmit } from 'react-router'
import type { CheckoutLine } from '../../../domain/checkout/tables.ts'
import { cartForServer } from '../checkout/cart-wire.ts'
import type { Otherwise } from './instead-words.server.ts'
import type { Summary } from './summary-view.server.ts'

/**
 * Sends the checkout once more as it was typed, for these lines: to the same place or another, at
 * the same time or another, or else collected, where no code pays a delivery.
 */
export function useCheckoutAgain(summary: Summary) {
  const submit = useSubmit()
  return (
    lines: readonly CheckoutLine[],
    {
      collects = summary.collects,
      place = summary.place_name ?? '',
      slot = summary.slot,
      ride = summary.ride,
      hand_over = summary.hand_over,
      promo = (!(collects && summary.free_delivery) && summary.promotion_code) || '',
    }: Partial<Otherwise> = {},
  ) => {
    submit(
      {
        ...summary.customer,
        collects: collects ? 'yes' : '',
        slot,
        _ride: ride,
        _hand_over: hand_over,
        _tip: String(summary.tip / 100),
        _promo: promo,
        _cart: cartForServer(lines),
        _key: crypto.randomUUID(),
        _offered: place,
        _latitude: String(summary.place?.latitude ?? ''),
        _longitude: String(summary.place?.longitude ?? ''),
      },
      { method: 'post', action: '/checkout' satisfies Address },
    )
  }
}
