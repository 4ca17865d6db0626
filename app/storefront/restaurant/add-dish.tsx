import { data, Link, redirect } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { type CartLine, MOST_OF_ONE } from '../../../domain/catalog/cart-line.ts'
import { vendorMenu } from '../../../domain/catalog/vendor-menu.ts'
import { formatNaira, sumKobo } from '../../../domain/money.ts'
import type { PageHandle } from '../../page/page-handle.ts'
import { textOf } from '../../request/form-texts.ts'
import { readFields } from '../../request/read-form.ts'
import { type AppServices, services_context } from '../../services.ts'
import { refused } from '../../ui/action-answer.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Field, RefusedContext } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Picture } from '../../ui/picture.tsx'
import { lineKey } from '../cart/cart-store.ts'
import { CART_FULL, cookieCartHeader, readCookieCart, withQuantity } from '../cart/cookie-cart.server.ts'
import type { Route } from './+types/add-dish'
import { addedPrice, choiceProblem, chosenOptions, OptionFields, readPicked } from './option-fields.tsx'

// Its form goes its own way at once, also where there is a script.
export const handle: PageHandle = { wake: 'at_once' }

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.dish.name ?? 'Dish not found'} - ${brand.name}` },
  { name: 'robots', content: 'noindex' },
]

/** How many of a dish, and with what: what the menu's dialog asks, for a browser without script. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const wanted = new URL(request.url).searchParams.get('dish') ?? ''
  const { dish, vendor } = await findDish(context.get(services_context), params.id, wanted)
  return { dish, vendor: { user_id: vendor.user_id, name: vendor.name, closed_text: vendor.closed_text } }
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
  const wrong = (said: string, errors = {}) => data({ ...refused(form, said, errors), picked }, 422)
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
  const { dish, vendor } = loaderData
  const back: Address = `/restaurant/${vendor.user_id}`
  return (
    <div className="page-width max-w-md py-8">
      <form method="post" className="card overflow-hidden">
        <Picture src={dish.food_image} alt="" sizes="28rem" className="aspect-4/3 max-h-[30dvh] w-full" eager />
        <div className="grid gap-4 p-5">
          <div>
            <h1 className="text-xl font-bold">{dish.name}</h1>
            <p className="text-sm text-ink-soft">{vendor.name}</p>
            {dish.description && <p className="mt-1 text-ink-soft">{dish.description}</p>}
            <p className="money mt-2 text-lg font-bold">{formatNaira(dish.price_kobo)}</p>
          </div>
          {actionData?.said && <Notice kind="bad">{actionData.said}</Notice>}
          {!actionData && vendor.closed_text && <Notice kind="warn">{vendor.closed_text}.</Notice>}
          <input type="hidden" name="dish" value={dish.id} />
          <div>
            <OptionFields
              groups={dish.option_groups}
              picked={actionData?.picked ?? []}
              adding={actionData !== undefined}
            />
          </div>
          <RefusedContext value={actionData}>
            <Field
              name="quantity"
              label="Quantity"
              type="number"
              inputMode="numeric"
              min={1}
              max={MOST_OF_ONE}
              defaultValue="1"
              required
            />
          </RefusedContext>
          <div className="flex flex-wrap gap-3 *:grow">
            <Link to={back} className={buttonClass('quiet')}>
              Cancel
            </Link>
            <button type="submit" className={buttonClass('primary')} disabled={dish.sold_out}>
              {dish.sold_out ? 'Sold out' : 'Add to Cart'}
            </button>
          </div>
        </div>
      </form>
    </div>
  )
}
