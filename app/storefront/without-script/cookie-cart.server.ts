import { createHash, randomBytes } from 'node:crypto'
import { createCookie } from 'react-router'
import { z } from 'zod'
import { type CartLine, MOST_LINES, MOST_OF_ONE } from '../../../domain/catalog/menu/cart-line.ts'
import { cart_lines } from '../../../domain/checkout/forms.ts'
import { lineKey } from '../cart/cart-store.ts'
import { CART_COOKIE } from './cart-cookie.ts'

/** A lunch is ordered on the same day. */
const KEPT_SECONDS = 24 * 60 * 60
/** Browsers keep no cookie of more than 4,096 bytes, with its name and attributes. */
const MOST_CHARACTERS = 3900

export const CART_FULL = 'Your cart is full. Please order what is in it first.'

const cookie = createCookie(CART_COOKIE, { path: '/', sameSite: 'lax', maxAge: KEPT_SECONDS })
const stored = z.object({ id: z.string().regex(/^[\w-]{22}$/), lines: cart_lines })

/**
 * The cart of a browser without script (docs/decisions/112). Like any cart it says what was seen, never what is
 * charged, so it needs no signature. `id` tells two carts of the same dishes apart.
 */
export type CookieCart = { id: string; lines: readonly CartLine[] }

/** The cart in a request; an empty one where there is none, or one that cannot be read. */
export async function readCookieCart(request: Request): Promise<CookieCart> {
  const found = stored.safeParse(await cookie.parse(request.headers.get('cookie')))
  return found.success ? found.data : { id: randomBytes(16).toString('base64url'), lines: [] }
}

/** With so many of a line's dish; without the line at 0. Of a line that is not there, it is added. */
export function withQuantity(cart: CookieCart, line: CartLine, quantity: number): CookieCart {
  const key = lineKey(line)
  const changed = { ...line, quantity: Math.min(quantity, MOST_OF_ONE) }
  const is_there = cart.lines.some((known) => lineKey(known) === key)
  const lines = is_there
    ? cart.lines.map((known) => (lineKey(known) === key ? changed : known))
    : [...cart.lines, changed]
  return { ...cart, lines: lines.filter((known) => known.quantity > 0) }
}

/** The header that keeps a cart in the browser, or null where it has become too large for a cookie. */
export async function cookieCartHeader(cart: CookieCart, public_url: string): Promise<string | null> {
  if (cart.lines.length > MOST_LINES) return null
  if (cart.lines.length === 0) return emptiedCart(public_url)
  const header = await cookie.serialize(cart, { secure: isSecure(public_url) })
  return header.length <= MOST_CHARACTERS ? header : null
}

/** The header that takes the cart out of the browser, e.g. once it was paid. */
export const emptiedCart = (public_url: string): Promise<string> =>
  cookie.serialize(null, { secure: isSecure(public_url), maxAge: 0 })

const isSecure = (public_url: string) => public_url.startsWith('https:')

/** One order is sent under one key, however often it is sent; another cart or another word gets another. */
export function orderKey({ id, lines }: CookieCart, form: FormData): string {
  const order = JSON.stringify([lines, [...form]])
  return id + createHash('sha256').update(order).digest('base64url').slice(0, 40)
}

/** Whether what was sent under this key was this cart. */
export function isOrderOf({ id }: CookieCart, key: string): boolean {
  return key.startsWith(id)
}
