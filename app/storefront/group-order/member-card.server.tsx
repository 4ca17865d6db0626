import { lineTotal } from '../../../domain/catalog/menu/cart-line.ts'
import { nameWithChoices } from '../../../domain/catalog/menu/option-groups.ts'
import type { GroupPage, MemberPart } from '../../../domain/checkout/group-orders/group-page.ts'
import { MOST_OF_ONE_EACH } from '../../../domain/checkout/group-orders/rules.ts'
import { formatNaira } from '../../../domain/money.ts'
import { withWhat } from './bill.server.tsx'

type Card = { member: MemberPart; me: MemberPart; page: Pick<GroupPage, 'pays' | 'is_open' | 'is_ordered' | 'bill'> }

/** One member's dishes, with what whoever looks may do about them. */
export function MemberCard({ member, me, page }: Card) {
  const { id, name, lines, food_kobo, part_kobo, payment, is_starter } = member
  const is_me = id === me.id
  const may_change = is_me && page.is_open && !payment
  const may_remove = !payment && me.is_starter && page.pays === 'one'
  return (
    <li className="card p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-bold">
          {name}
          {is_me && <span className="font-normal text-ink-soft"> (you)</span>}
        </h3>
        <p className="text-sm font-semibold">{page.pays === 'each' && payment_words[payment ?? 'none']}</p>
      </div>
      {lines.length === 0 && <p className="text-sm text-ink-soft">Nothing yet</p>}
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <li key={line.line_id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <p className="min-w-0 grow basis-40">
              {line.quantity} × {nameWithChoices(line)}{' '}
              <span className="money text-sm text-ink-soft">{formatNaira(lineTotal(line))}</span>
            </p>
            {(may_change || may_remove) && (
              <form method="post" className="flex items-center gap-2">
                <input type="hidden" name="intent" value="quantity" />
                <input type="hidden" name="line" value={line.line_id} />
                {may_change && (
                  <>
                    <To quantity={line.quantity - 1} label={`One less: ${nameWithChoices(line)}`} sign="−" />
                    <To quantity={line.quantity + 1} label={`One more: ${nameWithChoices(line)}`} sign="+" />
                  </>
                )}
                <button
                  type="submit"
                  name="quantity"
                  value="0"
                  aria-label={`Remove ${nameWithChoices(line)}${is_me ? '' : ` of ${name}`}`}
                  className="min-h-11 rounded-control px-3 text-sm font-semibold text-bad hover:bg-bad-soft"
                >
                  Remove
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {page.pays === 'one' && food_kobo > 0 && (
        <p className="mt-2 text-sm">
          <span className="money">{formatNaira(food_kobo)}</span>, {withWhat(page.bill)}{' '}
          <strong className="money">{formatNaira(part_kobo)}</strong>
          {page.is_ordered && me.is_starter && !is_me && ' to you'}
        </p>
      )}
      {me.is_starter && !is_starter && !payment && (
        <form method="post">
          <input type="hidden" name="intent" value="take_out" />
          <input type="hidden" name="member" value={id} />
          <button type="submit" className="min-h-11 text-sm font-semibold text-link underline">
            Take {name} out
          </button>
        </form>
      )}
    </li>
  )
}

const payment_words = { paid: 'Paid', being_paid: 'Paying now', none: 'Not paid yet' }

function To({ quantity, label, sign }: { quantity: number; label: string; sign: string }) {
  return (
    <button
      type="submit"
      name="quantity"
      value={quantity}
      aria-label={label}
      disabled={quantity > MOST_OF_ONE_EACH}
      className="round-button text-xl"
    >
      {sign}
    </button>
  )
}
