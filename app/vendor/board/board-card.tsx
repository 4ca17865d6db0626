import { Bike, Clock, Printer } from 'lucide-react'
import { Link } from 'react-router'
import { noteText, withoutNote } from '../../../domain/catalog/menu/dish-note.ts'
import { choicesText, nameWithChoices } from '../../../domain/catalog/menu/option-groups.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { AskButtons } from '../orders/ask-buttons.tsx'
import { CustomerNote } from '../orders/customer-note.tsx'
import { InsteadOf, MissingDishes } from '../orders/missing-dishes.tsx'
import type { Asked } from '../orders/move-dialog.tsx'
import { UndoForm } from '../orders/undo-form.tsx'
import type { Card } from './board-view.server.ts'
import { ageText, type TimeLeft, timeLeft } from './time-words.ts'

type CardProps = {
  card: Card
  now_ms: number
  minutes: number
  ask(asked: Asked): void
  print: ((card: Card) => void) | null
}

const looks: Readonly<Record<TimeLeft['state'], { edge: string; time: string }>> = {
  fine: { edge: 'border-l-edge', time: 'bg-sunken text-ink' },
  soon: { edge: 'border-l-warn', time: 'bg-warn-soft text-warn' },
  late: { edge: 'border-l-bad', time: 'bg-bad-soft text-bad' },
}

/** One order as the cook needs it: how long, what, and what comes next. */
export function BoardCard({ card, now_ms, minutes, ask, print }: CardProps) {
  // While the customer chooses, a new order does not lapse.
  const waits = card.status === 'Pending' && card.choosing.length > 0
  const time = waits ? ({ text: '', state: 'soon' } as const) : timeLeft(card, now_ms)
  const is_late = card.promised_ms !== null && now_ms > card.promised_ms
  return (
    <article
      aria-labelledby={`order-${card.id}`}
      className={`card grid gap-3 border-l-8 p-3 lg:p-4 ${looks[is_late ? 'late' : time.state].edge}`}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 id={`order-${card.id}`} className="board-number text-2xl font-extrabold">
          <Link
            className="inline-flex min-h-11 items-center hover:underline"
            to={`/vendor-order/${card.id}` satisfies Address}
            aria-label={`Order ${card.id}`}
          >
            #{card.id}
          </Link>
        </h3>
        <p className="money flex items-center gap-2 text-ink-soft">
          {ageText(card, now_ms)}
          {print && card.status !== 'Pending' && (
            <button
              type="button"
              aria-label={`Print the ticket of order ${card.id}`}
              className="grid size-11 place-items-center rounded-control hover:bg-sunken"
              onClick={() => print(card)}
            >
              <Printer aria-hidden="true" size={20} />
            </button>
          )}
        </p>
      </div>
      {time.text && (
        <p className={`board-time money flex items-center gap-2 rounded-control px-3 py-1.5 ${looks[time.state].time}`}>
          <Clock aria-hidden="true" size={18} className="shrink-0" />
          <span className="font-bold whitespace-normal">{time.text}</span>
        </p>
      )}
      <Items card={card} />
      <MissingDishes order={card} action="/vendor-dashboard" />
      <CustomerNote order={card} />
      <Facts card={card} is_late={is_late} />
      <Moves card={card} minutes={minutes} ask={ask} />
      <UndoForm order={card} action="/vendor-dashboard" />
    </article>
  )
}

function Items({ card }: { card: Card }) {
  return (
    <ul className="board-dishes grid gap-1 text-xl leading-snug font-bold">
      {card.items.map((item, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what was ordered never changes its place.
        <li key={place}>
          {item.left > 0 && `${item.left} x ${item.name}`}
          {item.left > 0 && withoutNote(item.options).length > 0 && (
            <span className="block text-base font-semibold">{choicesText(withoutNote(item.options))}</span>
          )}
          {item.left > 0 && noteText(item.options) && (
            <span className="block text-base font-bold text-warn">Note: {noteText(item.options)}</span>
          )}
          {item.left < item.quantity && (
            <span className="block text-base font-normal">
              <s>
                {item.quantity - item.left} x {nameWithChoices(item)}
              </s>{' '}
              <strong>{card.refunded}</strong>
            </span>
          )}
          <InsteadOf item={item} />
        </li>
      ))}
    </ul>
  )
}

/** How it gets to its customer, and by when. */
function Facts({ card, is_late }: { card: Card; is_late: boolean }) {
  const { collects, slot, goes_with, ready_by, promised_by, expected_by, rider, status } = card
  return (
    <ul className="grid gap-1 empty:hidden">
      {collects && <li className="board-facts font-bold">The customer collects it</li>}
      {slot && <li className="board-facts font-bold">{slot}</li>}
      {goes_with && <li className="board-facts font-bold">{goes_with}</li>}
      {rider && (
        <li className="board-facts flex items-center gap-2 font-bold">
          <Bike aria-hidden="true" size={18} className="shrink-0" />
          {rider}
        </li>
      )}
      {!rider && !collects && status === 'Completed' && <li className="text-ink-soft">No rider yet</li>}
      {card.packs && <li>{card.packs}</li>}
      {ready_by && <li>Ready by {ready_by}</li>}
      {promised_by && (
        <li className={is_late ? 'font-bold text-bad' : 'text-ink-soft'}>
          {is_late ? `Late: promised by ${promised_by}` : `Promised by ${promised_by}`}
          {expected_by && expected_by !== promised_by && `, expected by ${expected_by}`}
        </li>
      )}
    </ul>
  )
}

function Moves({ card, minutes, ask }: Omit<CardProps, 'now_ms' | 'print'>) {
  const { status } = card
  const is_chosen = card.choosing.length === 0
  const missing = card.missable.length > 0 ? { missing: 'Something is out' } : {}
  if (card.is_rejecting) return null
  if (status === 'Pending') {
    return (
      <div className="board-moves grid gap-2">
        <ActionForm
          intent="accept"
          subject={{ name: 'order_id', value: card.id }}
          action="/vendor-dashboard"
          button={`Accept, ${minutes} min`}
          busy="Accepting…"
          lost={`Order ${card.id} may be as before.`}
        >
          <input type="hidden" name="minutes" value={minutes} />
        </ActionForm>
        <AskButtons
          order={card}
          ask={ask}
          moves={{
            accept: 'Other time',
            ...(is_chosen && { complete: 'Already ready' }),
            ...missing,
            reject: 'Reject',
          }}
        />
      </div>
    )
  }
  if (status === 'Accepted') {
    return (
      <div className="board-moves grid gap-2">
        {is_chosen && (
          <ActionForm
            intent="complete"
            subject={{ name: 'order_id', value: card.id }}
            action="/vendor-dashboard"
            button="Ready"
            busy="Saving…"
            lost={`Order ${card.id} may be as before.`}
          />
        )}
        <AskButtons order={card} ask={ask} moves={{ more_time: 'More time', ...missing, reject: 'Reject' }} />
      </div>
    )
  }
  if (status === 'Completed' && card.says_packs) {
    return <AskButtons order={card} ask={ask} moves={{ packs: 'Other packs' }} />
  }
  if (card.comes_back) {
    return <AskButtons order={card} ask={ask} moves={{ came_back: 'We have it back' }} next="came_back" />
  }
  if (!card.awaits_customer) return null
  const moves = { collect: 'Hand over', not_collected: 'Not collected' }
  return <AskButtons order={card} ask={ask} moves={moves} next="collect" />
}
