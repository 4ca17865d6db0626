import { dishPictures } from '../../domain/catalog/menu/dish-pictures.ts'
import { orderAgain } from '../../domain/checkout/track/order-again.ts'
import { formatNaira } from '../../domain/money.ts'
import { services_context } from '../services.ts'
import { dishesInShort } from '../storefront/orders/dishes-in-short.server.ts'
import type { OrderInShort } from '../storefront/orders/phone-orders.ts'
import type { Route } from './+types/track-dishes'

/** What an order was, for the list of a phone's own orders, which asks once and keeps the answer. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { db } = context.get(services_context)
  const ordered = await orderAgain(db, params.token)
  const headers = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }
  if (!ordered) return Response.json(null, { status: 404, headers })
  const pictures = await dishPictures(db, ordered.lines)
  const answer: OrderInShort = {
    dishes: dishesInShort(ordered.lines),
    total: formatNaira(ordered.total_kobo),
    picture: pictures.find((picture) => picture !== null) ?? null,
  }
  return Response.json(answer, { headers })
}
