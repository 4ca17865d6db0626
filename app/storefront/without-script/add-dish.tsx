import { data, redirect } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { type CartLine, MOST_OF_ONE } from '../../../domain/catalog/cart-line.ts'
import { vendorMenu } from '../../../domain/catalog/vendor-menu.ts'
import { sumKobo } from '../../../domain/money.ts'
import type { PageHandle } from '../../page/page-handle.ts'
import { textOf } from '../../request/form-texts.ts'
import { readFields } from '../../request/read-form.ts'
import { type AppServices, services_context } from '../../services.ts'
import { refused } from '../../ui/action-answer.ts'
import { lineKey } from '../cart/cart-store.ts'
import { addedPrice, choiceProblem, chosenOptions, readPicked } from '../restaurant/option-fields.tsx'
import type { Route } from './+types/add-dish'
import { addDishHtml } from './add-dish-html.server.tsx'
import { CART_FULL, cookieCartHeader, readCookieCart, withQuantity } from './cookie-cart.server.ts'

// Its form goes its own way at once, also where there is a script.
export const handle: PageHandle = { wake: 'at_once' }

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.name ?? 'Dish not found'} - ${brand.name}` },
  { name: 'robots', content: 'noindex' },
]

/** How many of a dish, and with what: what the menu's dialog asks, for a browser without script. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const wanted = new URL(request.url).searchParams.get('dish') ?? ''
  const { dish, vendor } = await findDish(context.get(services_context), params.id, wanted)
  return { name: dish.name, html: addDishHtml({ dish, vendor }) }
}

/** From the menu it leads to this page; from this page it puts the dish into the cart. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(services_context)
  const form = await readFields(request)
  const wanted = textOf(form, 'dish')
  const { dish, vendor } = await findDish(services, params.id, wanted)
  if (!form.has('quantity')) {
    return redirect(`/restaurant/${vendor.user_id}/add?dish=${dish.id}` satisfies Address)
  }
  const picked = readPicked(form, dish.option_groups)
  const wrong = (said: string, errors = {}) =>
    data({ html: addDishHtml({ dish, vendor }, { ...refused(form, said, errors), picked }) }, 422)
  const quantity = Number(textOf(form, 'quantity'))
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > MOST_OF_ONE) {
    return wrong('', { quantity: 'How many? Please write a whole number from 1.' })
  }
  if (vendor.closed_text) return wrong(`${vendor.closed_text}.`)
  if (dish.sold_out) return wrong(`${dish.name} is sold out.`)
  if (dish.option_groups.some((group, index) => choiceProblem(group, picked[index]?.length ?? 0, true))) {
    return wrong('Please look at your choices again.')
  }
  const options = chosenOptions(dish.option_groups, picked)
  const line: CartLine = {
    vendor_id: vendor.user_id,
    name: dish.name,
    price_kobo: sumKobo([dish.price_kobo, addedPrice(dish.option_groups, picked)]),
    quantity,
    ...(options.length > 0 ? { options } : {}),
  }
  const cart = await readCookieCart(request)
  const before = cart.lines.find((known) => lineKey(known) === lineKey(line))?.quantity ?? 0
  const header = await cookieCartHeader(withQuantity(cart, line, before + quantity), services.public_url)
  if (!header) return wrong(CART_FULL)
  return redirect('/cart' satisfies Address, { headers: { 'set-cookie': header } })
}

/** Throws the answer 404 where no kitchen's menu has the dish. */
async function findDish({ db, clock }: AppServices, vendor_id: string, dish_id: string) {
  const menu = await vendorMenu(db, vendor_id, clock.now())
  const dish = menu?.sections.flatMap(({ dishes }) => dishes).find(({ id }) => String(id) === dish_id)
  if (!menu || !dish) throw data(null, 404)
  return { vendor: menu.vendor, dish }
}

export default function AddDish({ loaderData, actionData }: Route.ComponentProps) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, escaped by React on the server.
    <div className="page-width max-w-md py-8" dangerouslySetInnerHTML={{ __html: (actionData ?? loaderData).html }} />
  )
}
