import { data, redirect } from 'react-router'
import { orderAgain } from '../../../domain/checkout/track/order-again.ts'
import type { AppServices } from '../../services.ts'
import { lineKey } from '../cart/cart-store.ts'
import { cookieCartHeader, readCookieCart, withQuantity } from '../without-script/cookie-cart.server.ts'

/**
 * Puts what was ordered into the cart of the cookie, at the prices of then: `/cart` asks for present ones and tells
 * what changed. Pressed twice, there are no more of each dish than pressed once.
 */
export async function againAction({ db, public_url }: AppServices, track_token: string, request: Request) {
  const ordered = await orderAgain(db, track_token)
  if (!ordered) throw data(null, { status: 404 })
  const carried = await readCookieCart(request)
  const filled = ordered.lines.reduce((cart, line) => {
    const there = carried.lines.find((known) => lineKey(known) === lineKey(line))?.quantity ?? 0
    return withQuantity(cart, line, Math.max(there, line.quantity))
  }, carried)
  const header = await cookieCartHeader(filled, public_url)
  if (!header) return redirect('/cart?again=too-much' satisfies Address, 303)
  return redirect('/cart?again=1' satisfies Address, { status: 303, headers: { 'set-cookie': header } })
}
