import { data } from 'react-router'
import { checkoutOfTrackToken } from '../../../domain/checkout/track/tracked-orders.ts'
import type { AppServices } from '../../services.ts'

/**
 * Counts what is asked for with the key of an order, against its checkout: nobody without a key uses up what its
 * customer may ask. Throws the answer 404 for a key that is none.
 */
export async function allowsOrder({ db, allow }: AppServices, track_token: string): Promise<boolean> {
  const checkout = await checkoutOfTrackToken(db, track_token)
  if (!checkout) throw data(null, { status: 404 })
  return allow('order_link', checkout.checkout_id)
}
