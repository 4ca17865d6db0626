import { data, redirect } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { vendorMenu } from '../../../domain/catalog/menu/vendor-menu.ts'
import type { PageHandle } from '../../page/page-handle.ts'
import { textOf } from '../../request/form-texts.ts'
import { readFields } from '../../request/read-form.ts'
import { type AppServices, services_context } from '../../services.ts'
import { refused } from '../../ui/forms/action-answer.ts'
import { lineKey } from '../cart/cart-store.ts'
import { StillPage } from '../still-page.tsx'
import type { Route } from './+types/add-dish'
import { addDishHtml } from './add-dish-html.server.tsx'
import { chosenDish } from './chosen-dish.server.ts'
import { CART_FULL, cookieCartHeader, readCookieCart, withQuantity } from './cookie-cart.server.ts'

// Its form goes its own way at once, also where there is a script.
export const handle: PageHandle = { wake: 'at_once' }

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.name ?? 'Dish not found'} - ${brand.name}` },
]

/** How many of a dish, and with what: what the menu's dialog asks, for a browser without script. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const wanted = new URL(request.url).searchParams.get('dish') ?? ''
  const { dish, vendor } = await findDish(context.get(services_context), params.id, wanted)
  return { name: dish.name, html: addDishHtml({ dish, vendor, ...toCart(vendor.slug) }) }
}

/** From the menu it leads to this page; from this page it puts the dish into the cart. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(services_context)
  const form = await readFields(request)
  const { dish, vendor } = await findDish(services, params.id, textOf(form, 'dish'))
  if (!form.has('quantity')) {
    return redirect(`/restaurant/${vendor.user_id}/add?dish=${dish.id}` satisfies Address)
  }
  const chosen = chosenDish(form, { dish, vendor })
  const wanted = { dish, vendor, ...toCart(vendor.slug) }
  if (!chosen.ok) return data({ html: addDishHtml(wanted, chosen.refused) }, 422)
  const { line, picked } = chosen
  const cart = await readCookieCart(request)
  const before = cart.lines.find((known) => lineKey(known) === lineKey(line))?.quantity ?? 0
  const header = await cookieCartHeader(withQuantity(cart, line, before + line.quantity), services.public_url)
  if (!header) return data({ html: addDishHtml(wanted, { ...refused(form, CART_FULL), picked }) }, 422)
  return redirect('/cart' satisfies Address, { headers: { 'set-cookie': header } })
}

const toCart = (slug: string) => ({ back: `/restaurant/${slug}` satisfies Address, button: 'Add to Cart' })

/** Throws the answer 404 where no kitchen's menu has the dish. */
async function findDish({ db, clock }: AppServices, vendor_id: string, dish_id: string) {
  const menu = await vendorMenu(db, vendor_id, clock.now())
  const dish = menu?.sections.flatMap(({ dishes }) => dishes).find(({ id }) => String(id) === dish_id)
  if (!menu || !dish) throw data(null, 404)
  return { vendor: menu.vendor, dish }
}

export default function AddDish(props: Route.ComponentProps) {
  return <StillPage {...props} width="max-w-md" />
}
