import { data, redirect } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { addDish } from '../../../domain/checkout/group-orders/change-lines.ts'
import { type GroupPage, groupPage } from '../../../domain/checkout/group-orders/group-page.ts'
import { MOST_OF_ONE_EACH } from '../../../domain/checkout/group-orders/rules.ts'
import type { PageHandle } from '../../page/page-handle.ts'
import { textOf } from '../../request/form-texts.ts'
import { readFields } from '../../request/read-form.ts'
import { type AppServices, services_context } from '../../services.ts'
import { refused } from '../../ui/forms/action-answer.ts'
import { SentLinkError } from '../../ui/sent-link-error.tsx'
import { StillPage } from '../still-page.tsx'
import { addDishHtml } from '../without-script/add-dish-html.server.tsx'
import { chosenDish } from '../without-script/chosen-dish.server.ts'
import type { Route } from './+types/add'
import { readSecret } from './member-cookie.server.ts'
import { pressOf } from './menu-html.server.tsx'
import { groupProblem, TOO_OFTEN } from './words.server.ts'

export { SentLinkError as ErrorBoundary }

export const handle: PageHandle = { wake: 'at_once' }

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.name ?? 'Dish not found'} - ${brand.name}` },
]

/** How many of a dish, and with what, for a member of a group order. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(services_context)
  const dish_id = new URL(request.url).searchParams.get('dish') ?? ''
  const { page } = await memberPage(services, request, params.token)
  const dish = dishOf(page, params.token, dish_id)
  return { name: dish.name, html: addDishHtml(wantedOf(page, dish)) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(services_context)
  const { token } = params
  const { page, secret } = await memberPage(services, request, token)
  const form = await readFields(request)
  const dish = dishOf(page, token, textOf(form, 'dish'))
  const wanted = wantedOf(page, dish)
  const chosen = chosenDish(form, wanted, MOST_OF_ONE_EACH)
  if (!chosen.ok) return data({ html: addDishHtml(wanted, chosen.refused) }, 422)
  const { line, picked } = chosen
  const no = (status: number, said: string) =>
    data({ html: addDishHtml(wanted, { ...refused(form, said), picked }) }, status)
  if (!(await services.allow('group_order', token))) return no(429, TOO_OFTEN)
  const added = await addDish(services, { token, secret }, line, textOf(form, 'press'))
  if (added.ok) return redirect(`/group/${token}` satisfies Address, 303)
  if (added.reason === 'not_found') throw data(null, 404)
  return no(409, groupProblem(added, services.clock.now()))
}

type Dish = GroupPage['sections'][number]['dishes'][number]

const wantedOf = ({ vendor, token, me }: GroupPage, dish: Dish) => ({
  ...{ vendor, dish, back: `/group/${token}` satisfies Address, button: 'Add to the group order' },
  hidden: { press: pressOf(me) },
})

/** Throws the answer 404 where the link leads nowhere, and leads strangers to its page. */
async function memberPage(services: AppServices, request: Request, token: string) {
  const secret = await readSecret(request, token)
  const page = await groupPage(services, { token, secret })
  if (!page) throw data(null, 404)
  if (!page.me) throw redirect(`/group/${token}` satisfies Address, 303)
  return { page, secret }
}

/** Leads back to the menu where it lacks the dish. */
function dishOf({ sections }: GroupPage, token: string, dish_id: string): Dish {
  const dish = sections.flatMap(({ dishes }) => dishes).find(({ id }) => String(id) === dish_id)
  if (!dish) throw redirect(`/group/${token}` satisfies Address, 303)
  return dish
}

export default function AddDish(props: Route.ComponentProps) {
  return <StillPage {...props} width="max-w-md" />
}
