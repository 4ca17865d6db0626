import { renderToStaticMarkup } from 'react-dom/server'
import type { Db } from '../../../db/handle.ts'
import type { TrackedCheckout, TrackedOrder } from '../../../domain/checkout/track/tracked-orders.ts'
import { formatTimeOrDate } from '../../../domain/clock.ts'
import { formatNaira, type Kobo } from '../../../domain/money.ts'
import type { IfMissing } from '../../../domain/orders/lifecycle.ts'
import { type MissingDish, missingText } from '../../../domain/orders/missing-dish/missing-of-orders.ts'
import { leftOutBack, type Swap, swapsFor } from '../../../domain/orders/missing-dish/swaps.ts'
import { refundable } from '../../../domain/orders/refunds/refundable.ts'
import { buttonClass } from '../../ui/button.tsx'

/** What is said where a choice could not be done. */
const choice_problems: Readonly<Record<string, string>> = {
  swap_gone: 'That dish is gone too, or its price has changed. Please choose again.',
  busy: 'A lot of people are here right now. Please try again in a minute.',
  too_late: 'Your time to choose is over. We are doing what you read here.',
}

/**
 * The choices of a checkout's customer by the number of the order: a form for each dish that is out. They are sent as
 * HTML with forms of their own, so they need no script. `problem` is why the last choice was not done.
 */
export async function choiceForms(
  db: Db,
  { checkout_id, orders }: TrackedCheckout,
  problem: string | null,
  now: Date,
): Promise<Readonly<Record<number, string>>> {
  const forms: Record<number, string> = {}
  for (const order of orders) {
    const open = order.missing.filter(({ outcome }) => outcome === null)
    if (open.length === 0) continue
    const of = (await refundable(db, checkout_id)).orders.find((one) => one.order.id === order.id)
    if (!of) throw new Error(`Order ${order.id} disappeared`)
    const html = []
    for (const missing of open) {
      const is_over = now >= missing.answer_by
      const swaps = is_over ? [] : await swapsFor(db, of, missing, order.missing, now)
      const left_out_kobo = leftOutBack(of, missing)
      const said = choice_problems[problem ?? ''] ?? null
      html.push(renderToStaticMarkup(<ChoiceForm {...{ order, missing, swaps, left_out_kobo, said, is_over, now }} />))
    }
    forms[order.id] = html.join('')
  }
  return forms
}

type Props = {
  order: TrackedOrder
  missing: MissingDish
  swaps: readonly Swap[]
  /** What goes back where it is left out. */
  left_out_kobo: Kobo
  said: string | null
  is_over: boolean
  now: Date
}

function ChoiceForm({ order, missing, swaps, left_out_kobo, said, is_over, now }: Props) {
  const name = missingText(missing)
  const id = `missing-${missing.id}`
  const is_last = isLast(order, missing)
  const until = formatTimeOrDate(missing.answer_by, now)
  return (
    <section
      id={id}
      aria-labelledby={`${id}-heading`}
      className="mt-4 rounded-control border-2 border-warn bg-warn-soft p-4"
    >
      <h3 id={`${id}-heading`} className="text-lg font-bold text-warn">
        {name} is out
      </h3>
      <p className="mt-1">
        {order.vendor.name} has no more of it, and is sorry.{' '}
        {is_over ? `So ${otherwise(order.if_missing, is_last)}.` : 'What would you like?'}
      </p>
      {said && (
        <p role="alert" className="mt-2 font-bold">
          {said}
        </p>
      )}
      {!is_over && (
        <>
          <p className="mt-1">
            Please choose by <strong className="money">{until}</strong>. After that,{' '}
            {otherwise(order.if_missing, is_last)}.
          </p>
          <form method="post" className="mt-3 grid gap-2">
            <input type="hidden" name="missing" value={missing.id} />
            {swaps.map((swap) => (
              <Answer
                key={swap.dish_id}
                value={`swap ${swap.dish_id} ${swap.back_kobo}`}
                words={`${swap.name} instead`}
                about={swap.contents}
                back_kobo={swap.back_kobo}
              />
            ))}
            {!is_last && <Answer value="leave_out" words="Leave it out" back_kobo={left_out_kobo} />}
            <details open={is_last && swaps.length === 0}>
              <summary className="min-h-11 cursor-pointer content-center font-semibold">
                Cancel the order instead?
              </summary>
              <p className="mb-2">Order {order.id} is not cooked, and what it cost goes back to you.</p>
              <button type="submit" name="choice" value="cancel" className={buttonClass('quiet', 'w-full')}>
                Cancel order {order.id}
              </button>
            </details>
          </form>
        </>
      )}
    </section>
  )
}

function Answer(props: { value: string; words: string; about?: string; back_kobo: Kobo }) {
  const { value, words, about, back_kobo } = props
  return (
    <button
      type="submit"
      name="choice"
      value={value}
      className={buttonClass('brand', 'h-auto! w-full flex-wrap justify-between! gap-x-4 py-2 text-left')}
    >
      <span>{words}</span>
      <span className="money font-normal">{back_kobo > 0 ? `${formatNaira(back_kobo)} back` : 'costs the same'}</span>
      {about && <span className="w-full text-sm font-normal">{about}</span>}
    </button>
  )
}

/** Whether nothing is left of the order without it, and without what else is out. */
function isLast({ items, missing }: TrackedOrder, { id }: MissingDish): boolean {
  const gone = missing.filter((one) => one.outcome === 'left_out' || one.outcome === null || one.id === id)
  const count = (list: readonly { quantity: number }[]) => list.reduce((sum, { quantity }) => sum + quantity, 0)
  return count(items) <= count(gone)
}

function otherwise(if_missing: IfMissing, is_last: boolean): string {
  return is_last || if_missing === 'cancel'
    ? 'the order is cancelled and its money goes back to you'
    : 'it is left out and its money goes back to you'
}
