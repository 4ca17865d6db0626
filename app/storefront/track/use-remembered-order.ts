import { useEffect } from 'react'
import { rememberOrder } from '../orders/phone-orders.ts'
import type { TrackView } from './track-view.server.ts'

/** An order that is followed on this phone can be found again under "Your orders". */
export function useRememberedOrder({ track_token, orders }: Pick<TrackView, 'orders'> & { track_token: string }): void {
  useEffect(() => {
    // A back office leads here with this, and its device remembers nobody's orders.
    if (location.search.includes('desk=1')) return
    rememberOrder({
      track_token,
      order_ids: orders.map((order) => order.id),
      vendors: orders.map((order) => order.vendor.name),
    })
  }, [track_token, orders])
}
