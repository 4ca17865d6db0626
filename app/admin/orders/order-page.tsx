import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { casesAbout } from '../../../domain/cases/case-lists.ts'
import { carrierOf } from '../../../domain/delivery/riders/carriers.ts'
import { orderStory } from '../../../domain/desk/order-story/order-story.ts'
import { orderFile } from '../../../domain/orders/order-file.ts'
import { Facts, Section } from '../../ui/details-dialog.tsx'
import { AnswerBoard } from '../../ui/forms/answer-board.tsx'
import { loadAfterAnswer } from '../../ui/forms/answer-lost-line.ts'
import { notFoundUnless } from '../../ui/lists/opened-row.server.ts'
import { StatusChip } from '../../ui/status-chip.tsx'
import { adminAction, adminLoader } from '../admin-screen.server.ts'
import { CaseList } from '../cases/case-list.tsx'
import { caseView } from '../cases/case-view.server.ts'
import { OpenCase } from '../cases/open-case.tsx'
import { ChargebackList } from '../chargebacks/chargeback-list.tsx'
import { chargebackView } from '../chargebacks/chargeback-view.server.ts'
import { PhoneLink } from '../phone-link.tsx'
import { seesOf } from '../sees.ts'
import type { Route } from './+types/order-page'
import { orderAction } from './order-action.server.ts'
import { OrderActions } from './order-actions.tsx'
import { Chat } from './order-chat.tsx'
import { isAboutChat, orderChatAction } from './order-chat-action.server.ts'
import { chatView } from './order-chat-view.server.ts'
import { CustomerPhone, Items, Kitchen, Margin, Refunds, Siblings } from './order-parts.tsx'
import { orderDetails } from './order-view.server.ts'
import { pageHead } from './page-head.server.ts'
import { timelineView } from './timeline/timeline.server.ts'
import { Timeline } from './timeline/timeline.tsx'
import { kindIn } from './timeline/timeline-entry.ts'

export const meta: Route.MetaFunction = ({ params }) => [{ title: `Order ${params.id} - ${brand.name}` }]

export const shouldRevalidate = loadAfterAnswer

export const loader = adminLoader(async ({ actor, db, now, query, id }) => {
  const sees = seesOf(actor)
  const order_id = /^\d{1,15}$/.test(id) ? Number(id) : Number.NaN
  const file = notFoundUnless(await orderFile(db, order_id))
  const [carrier, story] = await Promise.all([carrierOf(db, order_id), orderStory(db, file)])
  const about = await casesAbout(db, [
    { kind: 'order', id: String(order_id) },
    { kind: 'customer', id: file.order.customer_phone },
    ...file.payments.map(({ id }) => ({ kind: 'payment' as const, id })),
  ])
  const show = kindIn(query)
  return {
    chat: chatView(file, story, sees, now),
    order: orderDetails(file, carrier?.name ?? null, null, sees),
    charged_back: story.charged_back.map((row) => chargebackView(row)),
    head: pageHead(file, story, sees, now),
    cases: about.map((row) => caseView(row, sees, now)),
    timeline: await timelineView(db, { file, story, sees, show }),
  }
})

export const action = adminAction((services, actor, form, sent) =>
  isAboutChat(form) ? orderChatAction(services, actor, form) : orderAction(services, actor, form, sent),
)

export default function OrderPage({ loaderData }: Route.ComponentProps) {
  const { order, head, timeline, cases, chat, charged_back } = loaderData
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to={'/admin/orders' satisfies Address}
          className="inline-flex min-h-11 w-full items-center text-link underline"
        >
          All orders
        </Link>
        <h1 className="text-3xl font-extrabold">Order {order.id}</h1>
        <StatusChip status={order.status} />
        {head.late && <StatusChip status={head.late} />}
      </div>
      <AnswerBoard>
        <OrderActions key={order.id} order={order} />
      </AnswerBoard>
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <Part name="Who and when">
          <Facts
            facts={[
              ...(head.promise ? [['Promise', head.promise] as const] : []),
              ['Ordered', order.date],
              ...(order.slot ? [['For', `${order.slot}, to begin ${order.begin_at}`] as const] : []),
              ...(order.ready_by ? [['Kitchen: ready by', order.ready_by] as const] : []),
              ['Customer', order.customer_name],
              ['Phone', <CustomerPhone key="phone" order={order} />],
              ['Email', order.customer_email],
              order.collects ? ['Collects it', 'at the kitchen'] : ['Address', order.customer_address],
              ...(order.customer_note ? [['Note', order.customer_note] as const] : []),
              ['Kitchen', <Kitchen key="kitchen" order={order} />],
              ...(order.collects ? [] : [['Rider', <Rider key="rider" head={head} />] as const]),
            ]}
          />
        </Part>
        <Part name="Money">
          <div className="grid gap-4">
            <Items order={order} />
            <Facts
              facts={[
                ['Paid', head.paid],
                ['Given back', head.given_back],
                [
                  'Reference',
                  <span key="reference" className="break-all">
                    {order.payment_reference}
                  </span>,
                ],
                ...(head.payout ? [['Payout', head.payout] as const] : []),
                ...(order.siblings.length > 0
                  ? [['Paid together with', <Siblings key="s" order={order} />] as const]
                  : []),
              ]}
            />
            {order.refunds.length > 0 && <Refunds order={order} />}
            {charged_back.length > 0 && (
              <Section name="Chargebacks">
                <ChargebackList chargebacks={charged_back} />
              </Section>
            )}
            {order.margin && <Margin order={order} margin={order.margin} />}
          </div>
        </Part>
      </div>
      <Part name="Cases">
        {cases.length > 0 ? (
          <CaseList cases={cases} />
        ) : (
          <p className="text-ink-soft">None about this order, its payment or its customer.</p>
        )}
        <OpenCase subject={{ kind: 'order', id: String(order.id) }} request_key={order.request_key} />
      </Part>
      {chat && (
        <Part name="Chat with the customer" id="chat">
          <Chat order_id={order.id} chat={chat} />
        </Part>
      )}
      <Timeline timeline={timeline} />
    </div>
  )
}

function Part({ name, id, children }: { name: string; id?: string; children: ReactNode }) {
  return (
    <section id={id} aria-label={name} className="card min-w-0 p-5">
      <h2 className="mb-3 text-lg font-bold">{name}</h2>
      {children}
    </section>
  )
}

function Rider({ head }: { head: Route.ComponentProps['loaderData']['head'] }) {
  const { delivery } = head
  if (!delivery) return 'Nobody looks for one yet'
  const { rider } = delivery
  return (
    <>
      {rider ? (
        <Link className="text-link underline" to={`/admin/riders?rider=${rider.user_id}` satisfies Address}>
          {rider.name}
        </Link>
      ) : (
        'Nobody'
      )}{' '}
      {rider?.phone && <PhoneLink number={rider.phone} />} <StatusChip status={delivery.status} />{' '}
      {delivery.is_open && (
        <Link className="text-link underline" to={`/admin/dispatch#delivery-${delivery.id}` satisfies Address}>
          In dispatch
        </Link>
      )}
    </>
  )
}
