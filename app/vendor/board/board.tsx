import { useMemo, useRef, useState } from 'react'
import { Link, Outlet, useOutletContext } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { endOurPause } from '../../../domain/catalog/hours/change-service.ts'
import { isComplete, ownProfile } from '../../../domain/catalog/registration/own-profile.ts'
import { kitchenBoard } from '../../../domain/delivery/kitchen/kitchen-board.ts'
import { cancelledLately } from '../../../domain/orders/cancelled-lately.ts'
import { textOf } from '../../request/form-texts.ts'
import { done, refusal } from '../../ui/forms/action-answer.ts'
import { AnswerBoard } from '../../ui/forms/answer-board.tsx'
import { loadAfterAnswer } from '../../ui/forms/answer-lost-line.ts'
import type { VendorContext } from '../layout.tsx'
import { moveAction, readOrderId } from '../orders/move-action.server.ts'
import { type Asked, MoveDialog } from '../orders/move-dialog.tsx'
import { type Tickets, useTickets } from '../tickets/ticket-sheet.tsx'
import { vendorAction, vendorLoader } from '../vendor-screen.server.ts'
import type { Route } from './+types/board'
import { BoardTools } from './board-tools.tsx'
import { type BoardView, boardView } from './board-view.server.ts'
import { Columns } from './columns.tsx'
import { useStaysAwake } from './use-stays-awake.ts'

export const meta: Route.MetaFunction = () => [{ title: `Dashboard - ${brand.name}` }]

export const loader = vendorLoader(async ({ actor, db, now }) => {
  const [board, cancelled, profile] = await Promise.all([
    kitchenBoard(db, actor.kitchen.vendor_id, now),
    cancelledLately(db, actor.kitchen.vendor_id, now),
    ownProfile(db, actor),
  ])
  const { preparation_minutes, paused_until, auto_accept_orders } = profile?.vendor ?? no_vendor
  return {
    board: boardView(board, cancelled, now),
    minutes: preparation_minutes,
    /** Null while there is no kitchen that could be opened or closed. */
    service:
      profile && isComplete(profile.vendor)
        ? { paused_until: paused_until && paused_until > now ? paused_until.getTime() : null, auto_accept_orders }
        : null,
  }
})

const no_vendor = { preparation_minutes: 15, paused_until: null, auto_accept_orders: null }

/** The moves of the board; an order that is not the vendor's is not found, whatever stands in the form. */
export const action = vendorAction(async (services, actor, form) => {
  if (textOf(form, 'intent') !== 'reopen')
    return moveAction(services, actor, readOrderId(textOf(form, 'order_id')), form)
  const opened = await endOurPause(services, actor)
  return opened.ok ? done(form, 'Orders come in again.') : refusal(form, 404, 'There is no such kitchen.')
})

export const shouldRevalidate = loadAfterAnswer

/** What a kitchen works on, first on its landing page; its figures come below. */
export default function Board({ loaderData }: Route.ComponentProps) {
  const { board, minutes, service } = loaderData
  const outlet = useOutletContext<VendorContext>()
  const dialog = useRef<HTMLDialogElement>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const tickets = useTickets(useMemo(() => ticketsOf(board), [board]))
  const takes_orders = outlet.closed.length === 0
  useStaysAwake(takes_orders || board.columns.some(({ cards }) => cards.length > 0))
  const ask = (next: Asked) => {
    setAsked(next)
    dialog.current?.showModal()
  }
  return (
    <>
      {tickets.sheet}
      <section aria-labelledby="board-heading" className="board">
        <div className="relative mb-4 flex flex-wrap items-center justify-end gap-x-2 gap-y-2 md:gap-x-4">
          <h1 id="board-heading" className="mr-auto text-3xl font-extrabold">
            Orders now
          </h1>
          <BoardTools service={service} tickets={tickets} />
        </div>
        <Lapsed orders={board.lapsed} />
        <Unprinted tickets={tickets} />
        <AnswerBoard passing>
          <Columns
            board={board}
            minutes={minutes}
            ask={ask}
            print={tickets.paper && tickets.print}
            takes_orders={takes_orders}
          />
        </AnswerBoard>
        {/* What is refused stands in the dialog itself, which would hide the board's answer. */}
        <MoveDialog ref={dialog} asked={asked} minutes={minutes} action="/vendor-dashboard" />
      </section>
      <div className="behind-board">
        <Outlet context={outlet} />
      </div>
    </>
  )
}

/** Tickets that no printer has begun: a browser that is asked again may. */
function Unprinted({ tickets: { failed, print } }: { tickets: Tickets }) {
  if (failed.length === 0) return null
  return (
    <section aria-label="Not printed" role="status" className="mb-4 rounded-card bg-warn-soft px-5 py-3 text-warn">
      <p className="font-semibold">Not printed, as the printer did not begin:</p>
      <p className="flex flex-wrap gap-x-6">
        {failed.map((order) => (
          <button
            key={order.id}
            type="button"
            className="min-h-11 font-semibold underline"
            onClick={() => print(order)}
          >
            Print order {order.id} again
          </button>
        ))}
      </p>
    </section>
  )
}

/** What a screen that slept has missed. */
function Lapsed({ orders }: { orders: BoardView['lapsed'] }) {
  if (orders.length === 0) return null
  return (
    <section aria-label="Given up" className="mb-4 rounded-card bg-bad-soft px-5 py-3 font-semibold text-bad">
      <p>Given up today, because nobody answered in time; the customers have their money back:</p>
      <ul className="flex flex-wrap gap-x-6">
        {orders.map(({ id, at }) => (
          <li key={id}>
            <Link className="inline-flex min-h-11 items-center underline" to={`/vendor-order/${id}` satisfies Address}>
              Order {id} at {at}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What hangs on paper in the kitchen, or should. */
const ticketsOf = (board: BoardView) => [...board.columns.flatMap(({ cards }) => cards), ...board.cancelled]
