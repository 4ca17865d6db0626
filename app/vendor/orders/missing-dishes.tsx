import { ActionForm } from '../../ui/forms/action-form.tsx'
import { useSecondsPassed } from '../../ui/live/use-seconds-passed.ts'
import type { OrderView } from './order-view.server.ts'

type Chosen = OrderView['choosing'][number]

/** What the customer of an order chooses about, counted down, and the way back where the kitchen has it after all. */
export function MissingDishes({ order, action }: { order: OrderView; action: Address }) {
  return order.choosing.map((missing) => (
    <section
      key={missing.id}
      aria-label={`${missing.name} is out`}
      className="grid gap-2 rounded-control border-2 border-warn bg-warn-soft p-3 print:hidden"
    >
      <p className="font-bold text-warn">
        {missing.name} is out: the customer chooses, <TimeLeft missing={missing} />
      </p>
      <ActionForm
        intent="found"
        subject={{ name: 'missing_id', value: missing.id }}
        action={action}
        button="We have it after all"
        busy="Saving…"
        look="quiet"
        lost={`Order ${order.id} may be as before.`}
      >
        <input type="hidden" name="order_id" value={order.id} />
      </ActionForm>
    </section>
  ))
}

/** Longer than that is shown as a time of day: it was ordered for later. */
const COUNTED_SECONDS = 60 * 60

function TimeLeft({ missing }: { missing: Chosen }) {
  const seconds = Math.max(0, missing.left_seconds - useSecondsPassed(missing))
  if (seconds > COUNTED_SECONDS) return `until ${missing.until}`
  return (
    <span className="money">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')} left
    </span>
  )
}

/** The same in a list or on paper, as it stands. */
export function Choosing({ order }: { order: OrderView }) {
  return order.choosing.map(({ id, name, until }) => (
    <li key={id} className="text-base font-semibold">
      {name} is out, the customer chooses until {until}
    </li>
  ))
}

/** Below a dish: which one it comes for. */
export function InsteadOf({ item }: { item: { instead_of?: string } }) {
  return item.instead_of && <span className="block text-base font-semibold">instead of {item.instead_of}</span>
}
