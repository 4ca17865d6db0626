import { data, redirect } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { facePicture } from '../../../domain/catalog/lists/vendor-face.ts'
import type { CartLine } from '../../../domain/catalog/menu/cart-line.ts'
import {
  addDish,
  type ChosenDish,
  setQuantity,
  takeChanges,
} from '../../../domain/checkout/group-orders/change-lines.ts'
import type { Asking } from '../../../domain/checkout/group-orders/find-group.ts'
import { type GroupPage, groupPage } from '../../../domain/checkout/group-orders/group-page.ts'
import { joinGroup } from '../../../domain/checkout/group-orders/join-group.ts'
import {
  closeGroup,
  openGroupAgain,
  removeMember,
  stopPayment,
  takeOver,
} from '../../../domain/checkout/group-orders/steer-group.ts'
import { leaveWithDishes } from '../../../domain/checkout/group-orders/take-along.ts'
import type { PageHandle } from '../../page/page-handle.ts'
import { textOf } from '../../request/form-texts.ts'
import { readFields } from '../../request/read-form.ts'
import { type AppServices, services_context } from '../../services.ts'
import { type Refused, refused } from '../../ui/forms/action-answer.ts'
import { usePageAnswer } from '../../ui/forms/use-page-answer.ts'
import { useLookAgain } from '../../ui/live/use-look-again.ts'
import { Notice } from '../../ui/notice.tsx'
import { SentLinkError } from '../../ui/sent-link-error.tsx'
import { lineKey } from '../cart/cart-store.ts'
import { CART_FULL, cookieCartHeader, readCookieCart, withQuantity } from '../without-script/cookie-cart.server.ts'
import type { Route } from './+types/group'
import { timeAndDay } from './group-facts.server.tsx'
import { groupHtml } from './group-html.server.tsx'
import { joinHtml } from './join-html.server.tsx'
import { LiveHtml } from './live-html.tsx'
import { newSecret, readSecret, secretHeader } from './member-cookie.server.ts'
import { menuHtml, pressOf } from './menu-html.server.tsx'
import { groupProblem, joinProblem, TOO_OFTEN } from './words.server.ts'

export { SentLinkError as ErrorBoundary }

// A page that is awake holds no press.
export const handle: PageHandle = { wake: 'at_once' }

/** Also what a chat shows of the link: the kitchen with its picture, and until when; nobody's name, and no place. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `${loaderData.title} - ${brand.name}` : `This link leads nowhere - ${brand.name}` },
  ...(loaderData
    ? [
        { name: 'description', content: loaderData.about },
        { property: 'og:title', content: loaderData.title },
        { property: 'og:description', content: loaderData.about },
        { property: 'og:type', content: 'website' },
        { property: 'og:image', content: loaderData.picture },
        { property: 'og:image:width', content: '1200' },
        { property: 'og:image:height', content: '630' },
        { name: 'twitter:card', content: 'summary_large_image' },
      ]
    : []),
]

/** A group order as its members see it, or how to join it. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const services = context.get(services_context)
  const asking = { token: params.token, secret: await readSecret(request, params.token) }
  const page = await pageBehind(services, asking)
  return {
    title: `Order together from ${page.vendor.name}`,
    about: `Add your own dishes until ${timeAndDay(page.choose_until)}: one delivery for all of us.`,
    picture: services.public_url + facePicture(page.vendor),
    ...htmlOf(services, page, null),
  }
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const services = context.get(services_context)
  const { token } = params
  const secret = await readSecret(request, token)
  await pageBehind(services, { token, secret })
  const form = await readFields(request)
  const answered = async (status: number, wrong: Refused) =>
    data(htmlOf(services, await pageBehind(services, { token, secret }), wrong), status)
  if (!(await services.allow('group_order', token))) return answered(429, refused(form, TOO_OFTEN))
  const here = `/group/${token}` satisfies Address
  if (textOf(form, 'intent') === 'join') {
    const own = textOf(form, 'key')
    const joined = await joinGroup(services, { token, secret: own }, textOf(form, 'name'))
    if (joined.ok) {
      const header = await secretHeader(token, own, services.public_url)
      return redirect(here, { status: 303, headers: { 'set-cookie': header } })
    }
    if (joined.reason === 'not_found') throw data(null, 404)
    return answered(422, joinProblem(form, joined))
  }
  if (textOf(form, 'intent') === 'leave') return leave(services, request, { token, secret }, form, answered)
  const changed = await change(services, { token, secret }, form)
  if (changed.ok) return redirect(here, 303)
  if (changed.reason === 'not_found') throw data(null, 404)
  return answered(409, refused(form, groupProblem(changed, services.clock.now())))
}

/**
 * Takes a member's dishes into the cart of their browser, where they fit: also once more, where the answer was lost,
 * and then there are no more of each than before. Who has none keeps the cart as it is.
 */
async function leave(
  services: AppServices,
  request: Request,
  asking: Asking,
  form: FormData,
  answered: (status: number, wrong: Refused) => Promise<unknown>,
) {
  const before = await readCookieCart(request)
  const headerWith = (lines: readonly CartLine[], again: boolean) => {
    const filled = lines.reduce((so_far, line) => {
      const there = before.lines.find((known) => lineKey(known) === lineKey(line))?.quantity ?? 0
      return withQuantity(so_far, line, again ? Math.max(there, line.quantity) : there + line.quantity)
    }, before)
    return cookieCartHeader(filled, services.public_url)
  }
  const { me } = await pageBehind(services, asking)
  if (!(await headerWith(me?.lines ?? [], false))) return answered(409, refused(form, CART_FULL))
  const left = await leaveWithDishes(services, asking)
  if (!left.ok) {
    if (left.reason === 'not_found') throw data(null, 404)
    return answered(409, refused(form, groupProblem(left, services.clock.now())))
  }
  const { lines, again } = left.value
  // Of what was taken along before, the cart of a page with script has as many as it needs.
  const to_cart = again ? ('/cart?again=group' satisfies Address) : ('/cart' satisfies Address)
  if (lines.length === 0) return redirect(to_cart, 303)
  const header = await headerWith(lines, again)
  if (!header) return answered(409, refused(form, CART_FULL))
  return redirect(to_cart, { status: 303, headers: { 'set-cookie': header } })
}

/** What a member's button asks for. */
async function change(services: AppServices, asking: Asking, form: FormData) {
  const number = (name: string) => Number(textOf(form, name) || Number.NaN)
  switch (textOf(form, 'intent')) {
    case 'quantity':
      return setQuantity(services, asking, { line_id: number('line') || 0, quantity: number('quantity') })
    case 'close':
      return closeGroup(services, asking)
    case 'open':
      return openGroupAgain(services, asking)
    case 'take_over':
      return takeOver(services, asking)
    case 'stop':
      return stopPayment(services, asking)
    case 'changes':
      return takeChanges(services, asking)
    case 'take_out':
      return removeMember(services, asking, number('member') || 0)
    default: {
      const { sections, me } = await pageBehind(services, asking)
      const dish = sections.flatMap(({ dishes }) => dishes).find(({ id }) => String(id) === textOf(form, 'dish'))
      if (!dish) throw data(null, 404)
      const one: ChosenDish = { name: dish.name, price_kobo: dish.price_kobo, quantity: 1 }
      return addDish(services, asking, one, textOf(form, 'press') || pressOf(me))
    }
  }
}

/** Throws the answer 404 for a link that leads nowhere. */
async function pageBehind(services: AppServices, asking: Asking): Promise<GroupPage> {
  const page = await groupPage(services, asking)
  if (!page) throw data(null, 404)
  return page
}

function htmlOf({ clock, public_url }: AppServices, page: GroupPage, wrong: Refused | null) {
  const now = clock.now()
  if (!page.me) {
    const secret = wrong?.typed['key'] || newSecret()
    return { is_member: false, html: joinHtml({ page, now, secret, refused: wrong }), menu: '', said: '' }
  }
  const url = `${public_url}/group/${page.token}`
  return {
    is_member: true,
    html: groupHtml({ page, me: page.me, url, now }),
    menu: menuHtml(page, page.me),
    said: wrong?.said ?? '',
  }
}

export default function Group({ loaderData, actionData }: Route.ComponentProps) {
  const { is_member, html, menu } = actionData ?? loaderData
  const answer = usePageAnswer<{ said: string }>()
  // What is not joined yet is a form that somebody fills in.
  useLookAgain(is_member)
  return (
    <div className="page-width max-w-2xl py-8">
      {answer?.said && (
        <div className="mb-4">
          <Notice kind="bad">{answer.said}</Notice>
        </div>
      )}
      <LiveHtml text={html} />
      <LiveHtml text={menu} />
    </div>
  )
}
