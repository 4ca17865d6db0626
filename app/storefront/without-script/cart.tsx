import { useEffect, useState } from 'react'
import { data, redirect } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { isRefusedNote } from '../../../domain/catalog/menu/dish-note.ts'
import { dishPictures } from '../../../domain/catalog/menu/dish-pictures.ts'
import { type PricedCart, priceCart } from '../../../domain/checkout/quote/quote.ts'
import { offersFor, offersNow } from '../../../domain/promotions/offers.ts'
import type { PageHandle } from '../../page/page-handle.ts'
import { textOf } from '../../request/form-texts.ts'
import { readFields } from '../../request/read-form.ts'
import { type AppServices, services_context } from '../../services.ts'
import { buttonClass } from '../../ui/button.tsx'
import { dishPicture } from '../../ui/pictures/dish-plate.ts'
import { lineKey, storeHandoff } from '../cart/cart-store.ts'
import { openCart } from '../cart/open-cart.ts'
import { addToCart } from '../early/add-to-cart.ts'
import { withNote } from '../filled-cart/with-note.ts'
import { NOTE_REFUSED } from '../restaurant/refuse-note.ts'
import { Html } from '../still-page.tsx'
import type { Route } from './+types/cart'
import { CART_COOKIE } from './cart-cookie.ts'
import { cartHtml, toldHtml } from './cart-html.server.tsx'
import { CART_FULL, cookieCartHeader, readCookieCart, withQuantity } from './cookie-cart.server.ts'

export const handle: PageHandle = { wake: 'at_once' }

export const meta: Route.MetaFunction = () => [{ title: `Cart - ${brand.name}` }]

const SINCE_FILLED = 'Your cart changed since you filled it:'
const SINCE_ORDERED = 'This changed since you ordered it:'
const TOO_MUCH = 'So many dishes do not fit into the cart at once. Please choose them from the menus.'

/**
 * The cart of a browser without script, at present prices. What changed is told once: the cookie takes it over. Here
 * comes also what somebody orders again (`again`), or takes along from a group order again (`again=group`).
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(services_context)
  const again = new URL(request.url).searchParams.get('again')
  const cart = await readCookieCart(request)
  const priced = await priceCart(services, cart.lines)
  const pictures = await dishPictures(services.db, priced.lines)
  const lines = priced.lines.map(({ food_id, ...line }, place) => ({
    ...line,
    food_image: dishPicture({ id: food_id, name: line.name, food_image: pictures[place] ?? null }),
  }))
  const { changes } = priced
  const header =
    changes.length > 0 ? await cookieCartHeader({ ...cart, lines: priced.lines }, services.public_url) : null
  const told = toldHtml({
    changes,
    since: again && again !== 'group' ? SINCE_ORDERED : SINCE_FILLED,
    wrong: again === 'too-much' ? TOO_MUCH : undefined,
  })
  return data(
    { lines, again: again !== null, told, html: told + cartHtml(priced, await cartOffers(services, priced)) },
    header ? { headers: { 'set-cookie': header } } : undefined,
  )
}

/** The offers for the kitchens of a cart. */
async function cartOffers({ db, clock }: AppServices, { vendors }: PricedCart) {
  const { offers } = await offersNow(db, clock.now())
  return [...new Set(vendors.flatMap(({ user_id }) => offersFor(offers, user_id)))]
}

/** Changes how many there are of a line (0 takes it out), or what is asked of it. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(services_context)
  const form = await readFields(request)
  const cart = await readCookieCart(request)
  const line = cart.lines.find((known) => lineKey(known) === textOf(form, 'line'))
  if (!line) return redirect('/cart' satisfies Address)
  const note = form.has('note') ? textOf(form, 'note') : null
  const wrong = async (said: string) => {
    const priced = await priceCart(services, cart.lines)
    const refused = note === null ? undefined : { line: lineKey(line), typed: note, said }
    const told = toldHtml({ changes: priced.changes, since: SINCE_FILLED, wrong: refused ? undefined : said })
    return data({ html: told + cartHtml({ ...priced, refused }, await cartOffers(services, priced)) }, 422)
  }
  if (note !== null && isRefusedNote(note)) return wrong(NOTE_REFUSED)
  const quantity = Number(textOf(form, 'quantity') || Number.NaN)
  if (note === null && !(Number.isInteger(quantity) && quantity >= 0)) return redirect('/cart' satisfies Address)
  const changed =
    note === null ? withQuantity(cart, line, quantity) : { ...cart, lines: withNote(cart.lines, line, note).items }
  const header = await cookieCartHeader(changed, services.public_url)
  return header ? redirect('/cart' satisfies Address, { headers: { 'set-cookie': header } }) : wrong(CART_FULL)
}

export default function Cart({ loaderData, actionData }: Route.ComponentProps) {
  const { lines, again, told, html } = loaderData
  const [moved, setMoved] = useState(false)
  // A browser with script has a cart of its own, in every tab: what was put here before it was awake moves there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the page wakes up.
  useEffect(() => {
    for (const line of lines) addToCart(line, again)
    // biome-ignore lint/suspicious/noDocumentCookie: the newer interface is missing where this page is needed.
    document.cookie = `${CART_COOKIE}=; path=/; max-age=0`
    setMoved(true)
  }, [])
  // The layout closes what is open when a page comes, so it opens after that; what is told is read first.
  useEffect(() => {
    if (moved && !told) openCart()
  }, [moved, told])
  return (
    <div className="page-width max-w-2xl py-8">
      <h1 className="text-3xl font-extrabold">Cart</h1>
      {moved ? (
        <Moved told={told} is_filled={lines.length > 0} />
      ) : (
        <Html text={actionData?.html ?? html} className="mt-6" />
      )}
    </div>
  )
}

/** What a browser with script sees: what was told, and the way to its own cart. */
function Moved({ told, is_filled }: { told: string; is_filled: boolean }) {
  const proceeds = told !== '' && is_filled
  return (
    <div className="mt-6 grid gap-4">
      <Html text={told} />
      {proceeds && (
        <a href={'/checkout' satisfies Address} className={buttonClass('primary')} onClick={storeHandoff}>
          Proceed to Checkout
        </a>
      )}
      <button type="button" className={buttonClass(proceeds ? 'quiet' : 'primary')} onClick={openCart}>
        Open cart
      </button>
    </div>
  )
}
