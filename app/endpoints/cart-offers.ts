import type { Db } from '../../db/handle.ts'
import { formatNaira, type Kobo, kobo, sumKobo } from '../../domain/money.ts'
import { isUuid } from '../../domain/plain-text.ts'
import { quoteOffers } from '../../domain/promotions/quote-offers.ts'
import { friendOffer } from '../../domain/promotions/referrals/own-code.ts'
import { ORDER_RULES } from '../../domain/settings/definitions.ts'
import { readSetting } from '../../domain/settings/read-setting.ts'
import { visitorOf } from '../request/visitor.ts'
import { services_context } from '../services.ts'
import { readFriendCode } from '../storefront/friend/friend-cookie.server.ts'
import type { CartOffersAnswer } from '../storefront/place/cart-offers.tsx'
import type { Route } from './+types/cart-offers'

/**
 * What comes off a cart by itself, by what the dishes of each kitchen cost in it (`of=<kitchen>.<kobo>`), and what else
 * there is. A delivery that is paid has no figure: where it goes is not known yet.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(services_context)
  const { db, clock } = services
  const kitchens = new URL(request.url).searchParams.getAll('of').flatMap(kitchenOf)
  const { most_kitchens } = await readSetting(db, ORDER_RULES)
  if (kitchens.length === 0) return Response.json(null, { status: 400 })
  // Such a cart is not ordered as it stands, which the cart says.
  if (kitchens.length > most_kitchens)
    return Response.json({ counted: [], left: '', besides: [] } satisfies CartOffersAnswer)
  if (!(await services.allow('cart_offers', visitorOf(request)))) return Response.json(null, { status: 429 })
  const { counted, besides } = await quoteOffers(db, { kitchens, fee_kobo: UNKNOWN_FEE }, clock.now())
  const off_dishes = sumKobo(counted.filter((one) => !one.pays_delivery).map(({ discount_kobo }) => discount_kobo))
  const food_kobo = sumKobo(kitchens.map((kitchen) => kitchen.food_kobo))
  const answer: CartOffersAnswer = {
    counted: counted.map(({ name, pays_delivery, discount_kobo }) => ({
      name,
      off: pays_delivery ? '' : `-${formatNaira(discount_kobo)}`,
    })),
    left: off_dishes > 0 ? formatNaira(kobo(food_kobo - off_dishes)) : '',
    besides: [...(await fromFriend(services.db, request)), ...besides],
  }
  return Response.json(answer, { headers: { 'cache-control': 'no-store' } })
}

/** What a friend's link gives, which this browser has followed: whether it is a first order is not known yet. */
async function fromFriend(db: Db, request: Request): Promise<string[]> {
  const offer = await friendOffer(db, await readFriendCode(request))
  if (!offer) return []
  const { friend_kobo, minimum_kobo } = offer.terms
  const least = minimum_kobo > 0 ? `, for dishes of ${formatNaira(minimum_kobo)} and more` : ''
  return [`${formatNaira(friend_kobo)} off from your friend${least}, on your first order`]
}

/** Any that somebody pays. */
const UNKNOWN_FEE: Kobo = kobo(1)

/** Nobody's cart costs more. */
const MOST_DIGITS = 12

function kitchenOf(text: string): { vendor_id: string; food_kobo: Kobo }[] {
  const [vendor_id = '', food = ''] = text.split('.')
  const is_sum = food.length <= MOST_DIGITS && /^\d+$/.test(food)
  return isUuid(vendor_id) && is_sum ? [{ vendor_id, food_kobo: kobo(Number(food)) }] : []
}
