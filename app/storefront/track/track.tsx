import { useState } from 'react'
import { data, Link } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { readAsCustomer } from '../../../domain/chat/read-lines.ts'
import { ownCodeOf } from '../../../domain/checkout/promotions/referrals.ts'
import { trackedCheckout } from '../../../domain/checkout/track/tracked-orders.ts'
import { withdrawable } from '../../../domain/checkout/track/withdraw-order.ts'
import { isQuietByLink } from '../../../domain/notifications/outbox/quiet-numbers.ts'
import { canMove } from '../../../domain/orders/lifecycle.ts'
import { readCampus } from '../../../domain/places/read-campus.ts'
import type { PageHandle } from '../../page/page-handle.ts'
import { services_context } from '../../services.ts'
import { buttonClass } from '../../ui/button.tsx'
import { usePageAnswer } from '../../ui/forms/use-page-answer.ts'
import { LinkError } from '../../ui/link-error.tsx'
import { friendCard } from '../friend/friend-card.server.tsx'
import { ownCodeHeader } from '../friend/friend-cookie.server.ts'
import type { Route } from './+types/track'
import { againForm } from './again-form.server.tsx'
import { type ChatView, chatView } from './chat.server.tsx'
import { choiceForms } from './choice-form.server.tsx'
import { ifMissingSwitch } from './if-missing-switch.server.tsx'
import { type NoteView, noteView } from './note-form.server.tsx'
import { OrderCard } from './order-card.tsx'
import { pageEnd } from './page-end.server.tsx'
import { quietSwitch } from './quiet-switch.server.tsx'
import { trackAction } from './track-action.server.ts'
import { hasCome, trackView } from './track-view.server.ts'
import { useRememberedOrder } from './use-remembered-order.ts'
import { useTracking } from './use-tracking.ts'

export const handle: PageHandle = { wake: 'at_once', offline: 'customer', tells_of_orders: true }

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.headline ?? 'Your order'} - ${brand.name}` },
]

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(services_context)
  const { db, clock } = services
  const tracked = await trackedCheckout(db, params.token)
  if (!tracked) throw data(null, { status: 404 })
  const sms = quietSwitch({
    is_quiet: await isQuietByLink(db, params.token),
    collects: tracked.orders.some(({ collecting }) => collecting !== null),
    for_later: tracked.orders.some(({ later }) => later !== null),
  })
  const has_new = tracked.orders.some(({ status }) => canMove('withdraw', status))
  const withdrawn = has_new ? await withdrawable(db, tracked.checkout_id) : new Map()
  const now = clock.now()
  const { searchParams: query } = new URL(request.url)
  // A page loads its data anew in the background too, and says by itself when it is seen (endpoints/track-state.ts).
  // Who looks from a back office has read it for nobody.
  const is_opened = request.headers.get('accept')?.includes('text/html') ?? false
  if (tracked.has_unread && is_opened && !query.has('desk')) await readAsCustomer(services, tracked.checkout_id)
  const is_open = tracked.orders.some(({ status }) => status !== 'Delivered' && status !== 'Cancelled')
  const switches = sms + (ifMissingSwitch(tracked.orders) ?? '')
  const choices = await choiceForms(db, tracked, query.get('choice'), now)
  const campus = query.has('map') ? await readCampus(db) : null
  const may_bring = !query.has('desk') && tracked.orders.some(hasCome)
  const own = may_bring ? await ownCodeOf(db, tracked.checkout_id, now) : null
  const { link_token, ...view } = trackView(tracked, withdrawn, now, campus)
  // Whoever came by this link need not be who ordered (offline/order-push.ts).
  const receipt: Address = `/order-summary?order=${link_token}${query.has('desk') ? '&desk=1' : '#followed'}`
  const shown = {
    ...view,
    note: {
      ...noteView(params.token, tracked.orders, { is_typing: query.has('note') }),
      ...(query.has('write') && { refresh: '' }),
    },
    chat: {
      ...chatView(params.token, tracked.orders, now, { is_typing: query.has('write') }),
      ...(query.has('desk') && { form: '', to: '' }),
    },
    receipt,
    track_token: params.token,
    switches: (is_open || query.has('desk') ? switches : switches + againForm()) + friendCard(own, services.public_url),
    choices,
    end: pageEnd(
      is_open && !query.has('desk')
        ? { track_token: params.token, collects: tracked.orders.some(({ collecting }) => collecting !== null) }
        : null,
    ),
  }
  return own
    ? data(shown, { headers: { 'set-cookie': await ownCodeHeader(own.code, services.public_url) } })
    : data(shown)
}

export function action({ request, params, context }: Route.ActionArgs) {
  return trackAction(context.get(services_context), params.token, request)
}

export default function Track({ loaderData }: Route.ComponentProps) {
  const { orders, headline, first_name, receipt, choices, note, chat } = loaderData
  const answer = usePageAnswer<{ note?: NoteView; chat?: ChatView }>()
  // What somebody types stays, whatever the page hears meanwhile.
  const [typing] = useState(answer?.note ?? note)
  const [line] = useState((answer?.chat ?? chat).form)
  const head = typing.form ? (note.is_late && note.head) || typing.head : note.head
  useTracking(loaderData)
  useRememberedOrder(loaderData)
  return (
    <div className="page-width max-w-2xl py-8">
      <h1 className="text-3xl font-extrabold">Your order, {first_name}</h1>
      <p role="status" className="sr-only">
        {headline} {chat.latest}
      </p>
      <div className="mt-5 grid gap-5">
        {orders.map((order) => (
          <OrderCard key={order.id} order={order} choices={choices[order.id]} />
        ))}
      </div>
      {chat.lines && <Card id="chat" parts={[chat.lines, chat.form && line, chat.to]} />}
      {head && <Card id="note" is_late={note.is_late} parts={[head, typing.form]} />}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, escaped by React on the server. */}
      <div dangerouslySetInnerHTML={{ __html: loaderData.switches }} />
      <div className="mt-6 flex flex-wrap gap-3">
        <Link className={buttonClass('quiet')} to={receipt}>
          Receipt
        </Link>
        <Link className={buttonClass('quiet')} to={'/orders' satisfies Address}>
          Your orders
        </Link>
      </div>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, escaped by React on the server. */}
      <div dangerouslySetInnerHTML={{ __html: loaderData.end + typing.refresh }} />
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <LinkError
      error={error}
      text="Is it complete? The one in our SMS opens your order."
      kept="Your order goes on."
      to="/orders"
      label="Your orders on this phone"
    />
  )
}

/** Parts of a card as the server drew them; one that stays the same is left alone, with what somebody types in it. */
function Card({ id, is_late, parts }: { id: string; is_late?: boolean; parts: readonly string[] }) {
  return (
    <section id={id} aria-labelledby={`${id}-heading`} data-late={is_late} className="card mt-5 p-5 sm:p-6">
      {parts.map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its place.
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, escaped by React on the server.
        <div key={place} dangerouslySetInnerHTML={{ __html: part }} />
      ))}
    </section>
  )
}
