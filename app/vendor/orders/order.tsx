import { Printer } from 'lucide-react'
import { use } from 'react'
import { Link } from 'react-router'
import type { Db } from '../../../db/handle.ts'
import { kitchenNames } from '../../../domain/accounts/mover-names.ts'
import { brand } from '../../../domain/brand.ts'
import { preparationMinutes } from '../../../domain/catalog/hours/preparation-minutes.ts'
import { formatCampusDateTime } from '../../../domain/clock.ts'
import { comesBack } from '../../../domain/delivery/kitchen/take-food-back.ts'
import { handOverPlace } from '../../../domain/orders/hand-over-place.ts'
import { canMove } from '../../../domain/orders/lifecycle.ts'
import { missingLines } from '../../../domain/orders/missing-dish/missing-of-orders.ts'
import { findVendorOrder } from '../../../domain/orders/vendor-orders.ts'
import { formatPhone } from '../../../domain/phone.ts'
import { buttonClass } from '../../ui/button.tsx'
import { AnswerBoard } from '../../ui/forms/answer-board.tsx'
import { loadAfterAnswer } from '../../ui/forms/answer-lost-line.ts'
import { useRefused } from '../../ui/forms/use-refused.ts'
import { MayContext } from '../../ui/may-context.ts'
import { missingLineText, whoChose } from '../../ui/missing-line-text.ts'
import { StatusChip } from '../../ui/status-chip.tsx'
import { orderElsewhere } from '../kitchens/order-elsewhere.server.ts'
import { useTickets } from '../tickets/ticket-sheet.tsx'
import { vendorAction, vendorLoader } from '../vendor-screen.server.ts'
import type { Route } from './+types/order'
import { MissingDishes } from './missing-dishes.tsx'
import { moveAction, readOrderId } from './move-action.server.ts'
import { MoveForm } from './move-form.tsx'
import { OrderTotal } from './order-total.tsx'
import { orderView } from './order-view.server.ts'
import { Ticket } from './ticket.tsx'
import { UndoForm } from './undo-form.tsx'

export const meta: Route.MetaFunction = ({ params }) => [{ title: `Order ${params.id} - ${brand.name}` }]

export const loader = vendorLoader(async ({ actor, db, now, id }) => {
  const order = await findVendorOrder(db, actor.kitchen.vendor_id, readOrderId(id), now)
  if (!order) throw await orderElsewhere(db, actor, readOrderId(id))
  return {
    order: {
      ...orderView(order, now),
      customer_name: order.customer_name,
      customer_phone: formatPhone(order.customer_phone),
      customer_address: handOverPlace(order),
    },
    history: await historyView(db, order),
    comes_back: await comesBack(db, order.id),
    minutes: await preparationMinutes(db, actor.kitchen.vendor_id),
  }
})

export const action = vendorAction((services, actor, form, { params }) =>
  moveAction(services, actor, readOrderId(params['id']), form),
)

async function historyView(db: Db, order: NonNullable<Awaited<ReturnType<typeof findVendorOrder>>>) {
  const lines = missingLines(order.missing)
  const who = await kitchenNames(db, [...order.history, ...lines.map(({ by }) => by)])
  const moves = order.history.map(({ id, verb, to_status, reason, moved_at, ...by }) => ({
    ...{ id: String(id), what: move_words[verb] ?? to_status, reason, at: moved_at, who: who(by) },
  }))
  const missing = lines.map((line) => ({
    ...{ id: line.id, what: missingLineText(line), at: line.at, who: who(line.by) },
    reason: line.what === 'out' || line.what === 'found' ? null : whoChose(line),
  }))
  return [...moves, ...missing]
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ at, ...line }) => ({ ...line, when: formatCampusDateTime(at) }))
}

/** Lines of the history that are not named after the status they lead to. */
const move_words: Readonly<Record<string, string>> = {
  place: 'Paid',
  more_time: 'More time',
  undo_accept: 'Acceptance taken back',
  undo_more_time: 'More time taken back',
  undo_complete: 'Not ready yet',
  undo_complete_new: 'Not ready yet',
}

export const shouldRevalidate = loadAfterAnswer

export default function Order({ loaderData }: Route.ComponentProps) {
  const { order, history, minutes, comes_back } = loaderData
  const { id: order_id, collects, missable } = order
  const form = { order_id, collects, missable, action: `/vendor-order/${order.id}` satisfies Address }
  const tickets = useTickets()
  const reject_refused = useRefused('reject') !== null
  const missing_refused = useRefused('missing') !== null
  const packs_refused = useRefused('packs') !== null
  const may_reject = use(MayContext)('reject', form.action)
  const is_new = canMove('accept', order.status)
  return (
    <>
      {tickets.sheet}
      <div className="mx-auto grid max-w-3xl gap-6 print:block">
        <div className="flex flex-wrap items-center gap-3 print:hidden">
          <Link to={'/vendor-order' satisfies Address} className="w-full text-link underline">
            All orders
          </Link>
          <h1 className="mr-auto text-3xl font-extrabold">Order {order.id}</h1>
          <StatusChip status={order.status} />
          <button
            type="button"
            className={buttonClass('quiet')}
            onClick={() => (tickets.paper ? tickets.print(order) : window.print())}
          >
            <Printer aria-hidden="true" size={18} />
            Print ticket
          </button>
        </div>
        <AnswerBoard passing>
          <UndoForm order={order} action={form.action} />
          <MissingDishes order={order} action={form.action} />
          <Ticket order={order} />
          <Customer order={order} />
          {order.says_packs && (
            <details className="card p-5 print:hidden" open={packs_refused}>
              <summary className="min-h-11 content-center font-semibold">
                {order.packs ?? 'Not one pack for each portion?'}
              </summary>
              <MoveForm {...form} move="packs" />
            </details>
          )}
          {comes_back && (
            <section aria-label="What next" className="card p-5 print:hidden">
              <MoveForm {...form} move="came_back" />
            </section>
          )}
          {order.awaits_customer && (
            <section aria-label="What next" className="card grid gap-6 p-5 print:hidden">
              <MoveForm {...form} move="collect" />
              <details className="border-t border-line pt-2">
                <summary className="min-h-11 content-center font-semibold text-bad">Nobody came?</summary>
                <MoveForm {...form} move="not_collected" />
              </details>
            </section>
          )}
          {canMove('complete', order.status) && !order.is_rejecting && (
            <section aria-label="What next" className="card grid gap-6 p-5 print:hidden">
              {is_new && <MoveForm {...form} move="accept" minutes={minutes} />}
              {order.choosing.length === 0 && (
                <details className="unfolds">
                  <summary className={buttonClass(is_new ? 'quiet' : 'primary', 'mb-3 cursor-pointer')}>
                    Mark as Completed
                  </summary>
                  <MoveForm {...form} move="complete" />
                </details>
              )}
              {!is_new && (
                <details className="border-t border-line pt-2">
                  <summary className="min-h-11 content-center font-semibold">Need more time?</summary>
                  <MoveForm {...form} move="more_time" />
                </details>
              )}
              {missable.length > 0 && (
                <details className="border-t border-line pt-2" open={missing_refused}>
                  <summary className="min-h-11 content-center font-semibold">Something is out?</summary>
                  <MoveForm {...form} move="missing" />
                </details>
              )}
              <details className="border-t border-line pt-2" open={reject_refused}>
                <summary className="min-h-11 content-center font-semibold text-bad">Cannot cook it?</summary>
                {may_reject ? <MoveForm {...form} move="reject" /> : <GiveItUp order_id={order_id} />}
              </details>
            </section>
          )}
        </AnswerBoard>
        <History history={history} />
      </div>
    </>
  )
}

type View = Route.ComponentProps['loaderData']

function Customer({ order }: Pick<View, 'order'>) {
  return (
    <section aria-label="Customer" className="card p-5 print:hidden">
      <h2 className="text-lg font-bold">Customer</h2>
      <p>{order.customer_name}</p>
      <p>
        <a className="text-link underline" href={`tel:${order.customer_phone.replaceAll(' ', '')}`}>
          {order.customer_phone}
        </a>
      </p>
      <p>{order.collects ? 'Collects it here' : order.customer_address}</p>
      <p className="mt-2 font-bold">
        Total <OrderTotal order={order} />
      </p>
    </section>
  )
}

function History({ history }: Pick<View, 'history'>) {
  return (
    <section aria-label="History" className="card p-5 print:hidden">
      <h2 className="text-lg font-bold">History</h2>
      <ol className="mt-2 grid gap-2">
        {history.map((move) => (
          <li key={move.id}>
            <span className="font-semibold">{move.what}</span>{' '}
            <span className="text-ink-soft">{move.who ? `by ${move.who}, ${move.when}` : move.when}</span>
            {move.reason && <span className="block text-sm">{move.reason}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Whoever acts for a kitchen gives its orders up as the admin that they are. */
function GiveItUp({ order_id }: { order_id: number }) {
  return (
    <p>
      Rejecting gives all the money back, so you do that as an admin:{' '}
      <Link to={`/admin/orders/${order_id}` satisfies Address} className="text-link underline">
        cancel order {order_id}
      </Link>
      , which asks you once more.
    </p>
  )
}
