import { useEffect, useState } from 'react'
import { data, Link, redirect } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { lineTotal, MOST_OF_ONE } from '../../../domain/catalog/cart-line.ts'
import { choicesText, nameWithChoices } from '../../../domain/catalog/option-groups.ts'
import { priceCart } from '../../../domain/checkout/quote.ts'
import { formatNaira } from '../../../domain/money.ts'
import type { PageHandle } from '../../page/page-handle.ts'
import { textOf } from '../../request/form-texts.ts'
import { readFields } from '../../request/read-form.ts'
import { services_context } from '../../services.ts'
import { refusal } from '../../ui/action-answer.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { CartChanges } from '../checkout/cart-changes.tsx'
import type { Route } from './+types/cart'
import { addToCart, CART_COOKIE, lineKey } from './cart-store.ts'
import { CART_FULL, cookieCartHeader, readCookieCart, withQuantity } from './cookie-cart.server.ts'
import { openCart } from './open-cart.ts'

export const handle: PageHandle = { wake: 'at_once' }

export const meta: Route.MetaFunction = () => [
  { title: `Cart - ${brand.name}` },
  { name: 'robots', content: 'noindex' },
]

/** The cart of a browser without script, at present prices. What changed is told once: the cookie takes it over. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(services_context)
  const cart = await readCookieCart(request)
  const { lines, changes, subtotal_kobo } = await priceCart(services, cart.lines)
  const header = changes.length > 0 ? await cookieCartHeader({ ...cart, lines }, services.public_url) : null
  return data({ lines, changes, subtotal_kobo }, header ? { headers: { 'set-cookie': header } } : undefined)
}

/** Changes how many there are of a line; 0 takes it out. */
export async function action({ request, context }: Route.ActionArgs) {
  const { public_url } = context.get(services_context)
  const form = await readFields(request)
  const cart = await readCookieCart(request)
  const line = cart.lines.find((known) => lineKey(known) === textOf(form, 'line'))
  const quantity = Number(textOf(form, 'quantity') || Number.NaN)
  if (!line || !Number.isInteger(quantity) || quantity < 0) return redirect('/cart' satisfies Address)
  const header = await cookieCartHeader(withQuantity(cart, line, quantity), public_url)
  if (!header) return refusal(form, 422, CART_FULL)
  return redirect('/cart' satisfies Address, { headers: { 'set-cookie': header } })
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export default function Cart({ loaderData, actionData }: Route.ComponentProps) {
  const { lines, changes, subtotal_kobo } = loaderData
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
      {actionData?.said && <Notice kind="bad">{actionData.said}</Notice>}
      {changes.length > 0 && (
        <Notice kind="warn">
          <p>Your cart changed since you filled it:</p>
          <CartChanges changes={changes} />
        </Notice>
      )}
      {moved && (
        <button type="button" className={buttonClass('primary', 'mt-6 w-full')} onClick={openCart}>
          Open cart
        </button>
      )}
      {!moved && lines.length === 0 && <p className="card mt-6 p-8 text-center text-ink-soft">Your cart is empty.</p>}
      {!moved && lines.length > 0 && (
        <>
          <ul className="card mt-6 divide-y divide-line px-5">
            {lines.map((line) => (
              <li key={lineKey(line)} className="flex flex-wrap items-center gap-3 py-4">
                <div className="min-w-0 grow basis-48">
                  <p className="font-semibold">{line.name}</p>
                  {line.options && <p className="text-sm">{choicesText(line.options)}</p>}
                  <p className="text-sm text-ink-soft">{line.vendor_name}</p>
                  <p className="money text-sm">
                    {formatNaira(line.price_kobo)} × {line.quantity} = {formatNaira(lineTotal(line))}
                  </p>
                </div>
                <form method="post" className="flex flex-wrap items-center gap-2">
                  <input type="hidden" name="line" value={lineKey(line)} />
                  <To quantity={line.quantity - 1} label={`One less: ${nameWithChoices(line)}`} sign="−" />
                  <span className="money min-w-8 text-center text-lg font-bold">{line.quantity}</span>
                  <To quantity={line.quantity + 1} label={`One more: ${nameWithChoices(line)}`} sign="+" />
                  <button
                    type="submit"
                    name="quantity"
                    value="0"
                    aria-label={`Remove ${nameWithChoices(line)}`}
                    className="min-h-11 rounded-control px-3 text-sm font-semibold text-bad hover:bg-bad-soft"
                  >
                    Remove
                  </button>
                </form>
              </li>
            ))}
          </ul>
          <p className="mt-4 flex justify-between px-5 font-semibold">
            <span>Total</span>
            <span className="money">{formatNaira(subtotal_kobo)}</span>
          </p>
          <Link to={'/checkout' satisfies Address} className={buttonClass('primary', 'mt-4 w-full')}>
            Proceed to Checkout
          </Link>
        </>
      )}
      <Link to={'/restaurants' satisfies Address} className={buttonClass('quiet', 'mt-4 w-full')}>
        See all restaurants
      </Link>
    </div>
  )
}

function To({ quantity, label, sign }: { quantity: number; label: string; sign: string }) {
  return (
    <button
      type="submit"
      name="quantity"
      value={quantity}
      aria-label={label}
      disabled={quantity > MOST_OF_ONE}
      className="round-button text-xl"
    >
      {sign}
    </button>
  )
}
