import { useEffect, useState } from 'react'
import { data, redirect } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { type PricedCart, priceCart } from '../../../domain/checkout/quote.ts'
import { offersFor, offersNow } from '../../../domain/promotions/offers.ts'
import type { PageHandle } from '../../page/page-handle.ts'
import { textOf } from '../../request/form-texts.ts'
import { readFields } from '../../request/read-form.ts'
import { type AppServices, services_context } from '../../services.ts'
import { buttonClass } from '../../ui/button.tsx'
import { lineKey } from '../cart/cart-store.ts'
import { openCart } from '../cart/open-cart.ts'
import { addToCart } from '../early/add-to-cart.ts'
import { Html } from '../still-page.tsx'
import type { Route } from './+types/cart'
import { CART_COOKIE } from './cart-cookie.ts'
import { cartHtml } from './cart-html.server.tsx'
import { CART_FULL, cookieCartHeader, readCookieCart, withQuantity } from './cookie-cart.server.ts'

export const handle: PageHandle = { wake: 'at_once' }

export const meta: Route.MetaFunction = () => [{ title: `Cart - ${brand.name}` }]

/** The cart of a browser without script, at present prices. What changed is told once: the cookie takes it over. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(services_context)
  const cart = await readCookieCart(request)
  const priced = await priceCart(services, cart.lines)
  const { lines } = priced
  const header = priced.changes.length > 0 ? await cookieCartHeader({ ...cart, lines }, services.public_url) : null
  return data(
    { lines, html: cartHtml(priced, await cartOffers(services, priced)) },
    header ? { headers: { 'set-cookie': header } } : undefined,
  )
}

/** The offers for the kitchens of a cart. */
async function cartOffers({ db, clock }: AppServices, { vendors }: PricedCart) {
  const { offers } = await offersNow(db, clock.now())
  return [...new Set(vendors.flatMap(({ user_id }) => offersFor(offers, user_id)))]
}

/** Changes how many there are of a line; 0 takes it out. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(services_context)
  const form = await readFields(request)
  const cart = await readCookieCart(request)
  const line = cart.lines.find((known) => lineKey(known) === textOf(form, 'line'))
  const quantity = Number(textOf(form, 'quantity') || Number.NaN)
  if (!line || !Number.isInteger(quantity) || quantity < 0) return redirect('/cart' satisfies Address)
  const header = await cookieCartHeader(withQuantity(cart, line, quantity), services.public_url)
  if (!header) return data({ html: cartHtml(await priceCart(services, cart.lines), [], CART_FULL) }, 422)
  return redirect('/cart' satisfies Address, { headers: { 'set-cookie': header } })
}

export default function Cart({ loaderData, actionData }: Route.ComponentProps) {
  const { lines, html } = loaderData
  const [moved, setMoved] = useState(false)
  // A browser with script has a cart of its own, in every tab: what was put here before it was awake moves there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the page wakes up.
  useEffect(() => {
    for (const { food_id: _, ...line } of lines) addToCart({ ...line, food_image: null })
    // biome-ignore lint/suspicious/noDocumentCookie: the newer interface is missing where this page is needed.
    document.cookie = `${CART_COOKIE}=; path=/; max-age=0`
    setMoved(true)
  }, [])
  // The layout closes what is open when a page comes, so it opens after that.
  useEffect(() => {
    if (moved) openCart()
  }, [moved])
  return (
    <div className="page-width max-w-2xl py-8">
      <h1 className="text-3xl font-extrabold">Cart</h1>
      {moved ? (
        <button type="button" className={buttonClass('primary', 'mt-6 w-full')} onClick={openCart}>
          Open cart
        </button>
      ) : (
        <Html text={actionData?.html ?? html} />
      )}
    </div>
  )
}
