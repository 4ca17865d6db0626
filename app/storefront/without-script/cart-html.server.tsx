import { renderToStaticMarkup } from 'react-dom/server'
import { lineTotal, MOST_OF_ONE } from '../../../domain/catalog/menu/cart-line.ts'
import { choicesText, nameWithChoices } from '../../../domain/catalog/menu/option-groups.ts'
import type { PricedCart } from '../../../domain/checkout/quote/quote.ts'
import { formatNaira } from '../../../domain/money.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { lineKey } from '../cart/cart-store.ts'
import { changeText } from '../checkout/change-text.server.ts'
import { NoteFold, type RefusedNote } from '../filled-cart/note-fold.tsx'
import { rulesBroken, smallOrder } from '../place/rule-words.ts'
import { Offers } from '../restaurant/menu-tools.server.tsx'

type Filling = Pick<PricedCart, 'lines' | 'subtotal_kobo' | 'rules'> & {
  /** The note that was not taken, and of which line. */
  refused?: (RefusedNote & { line: string }) | undefined
}

/** The cart as HTML, with a form for each line. */
export const cartHtml = (cart: Filling, offers: readonly string[]): string =>
  renderToStaticMarkup(
    <>
      {cart.lines.length === 0 ? (
        <p className="card mt-6 p-8 text-center text-ink-soft">Your cart is empty.</p>
      ) : (
        <>
          <Filled {...cart} />
          {offers.length > 0 && <Offers offers={offers} />}
        </>
      )}
      <a href={'/restaurants' satisfies Address} className={buttonClass('quiet', 'mt-4 w-full')}>
        See all restaurants
      </a>
    </>,
  )

/** What is to be told before the cart: what was refused, and what changed in it `since` then; nothing for nothing. */
export function toldHtml({
  changes,
  since,
  wrong,
}: Pick<PricedCart, 'changes'> & { since: string; wrong?: string | undefined }): string {
  return renderToStaticMarkup(
    <>
      {wrong && <Notice kind="bad">{wrong}</Notice>}
      {changes.length > 0 && (
        <Notice kind="warn">
          <p>{since}</p>
          <ul className="mt-2 list-disc space-y-1 pl-5 font-normal">
            {changes.map((item) => (
              <li key={lineKey(item)}>
                {changeText(item)}{' '}
                {item.change.kind === 'choose_again' && (
                  <a href={`/restaurant/${item.vendor_id}` satisfies Address} className="text-link underline">
                    Choose again
                  </a>
                )}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>,
  )
}

function Filled({ lines, subtotal_kobo, rules, refused }: Filling) {
  const kitchens = new Map(lines.map(({ vendor_id, vendor_name }) => [vendor_id, vendor_name]))
  const [kitchen] = kitchens.keys()
  const broken = rulesBroken(rules, { kitchens: kitchens.size, subtotal_kobo })
  const small = smallOrder(rules, { subtotal_kobo })
  return (
    <>
      {[...kitchens].map(([id, name]) => (
        <section key={id} className="card mt-6 px-5">
          {kitchens.size > 1 && <h2 className="pt-4 font-bold">{name}</h2>}
          <ul className="divide-y divide-line">
            {lines.map(
              (line) =>
                line.vendor_id === id && (
                  <Row key={lineKey(line)} line={line} is_alone={kitchens.size === 1} refused={refused} />
                ),
            )}
          </ul>
        </section>
      ))}
      <p className="mt-4 flex justify-between px-5 font-semibold">
        <span>Total</span>
        <span className="money">{formatNaira(subtotal_kobo)}</span>
      </p>
      {[...broken, small.text].filter(Boolean).map((text) => (
        <p key={text} className="mt-1 px-5 font-semibold text-warn">
          {text}
        </p>
      ))}
      <a href={'/checkout' satisfies Address} className={buttonClass('primary', 'mt-4 w-full')}>
        Proceed to Checkout
      </a>
      {kitchen && kitchens.size === 1 && (
        <a href={`/restaurant/${kitchen}/group` satisfies Address} className={buttonClass('quiet', 'mt-4 w-full')}>
          Order together with friends
        </a>
      )}
    </>
  )
}

/** `is_alone` where all are from one restaurant, so that no heading says which. */
function Row({
  line,
  is_alone,
  refused,
}: Pick<Filling, 'refused'> & { line: Filling['lines'][number]; is_alone: boolean }) {
  return (
    <li className="flex flex-wrap items-center gap-3 py-4">
      <div className="min-w-0 grow basis-48">
        <p className="font-semibold">{line.name}</p>
        {line.options && <p className="text-sm">{choicesText(line.options)}</p>}
        {is_alone && <p className="text-sm text-ink-soft">{line.vendor_name}</p>}
        <p className="money text-sm">
          {formatNaira(line.price_kobo)} × {line.quantity} = {formatNaira(lineTotal(line))}
        </p>
      </div>
      <form method="post" action={'/cart' satisfies Address} className="flex flex-wrap items-center gap-2">
        <input type="hidden" name="line" value={lineKey(line)} />
        <To quantity={line.quantity - 1} label={`One less: ${nameWithChoices(line)}`} sign="−" />
        <span className="money min-w-8 text-center text-lg font-bold">{line.quantity}</span>
        <To quantity={line.quantity + 1} label={`One more: ${nameWithChoices(line)}`} sign="+" />
        <button
          type="submit"
          name="quantity"
          value="0"
          aria-label={`Remove ${nameWithChoices(line)}`}
          className="min-h-11 rounded-control px-3 text-sm font-semibold text-bad hover:bg-bad-soft"
        >
          Remove
        </button>
      </form>
      <NoteFold
        line={line}
        form={{ method: 'post', action: '/cart' satisfies Address }}
        refused={refused?.line === lineKey(line) ? refused : undefined}
      >
        <input type="hidden" name="line" value={lineKey(line)} />
      </NoteFold>
    </li>
  )
}

function To({ quantity, label, sign }: { quantity: number; label: string; sign: string }) {
  return (
    <button
      type="submit"
      name="quantity"
      value={quantity}
      aria-label={label}
      disabled={quantity > MOST_OF_ONE}
      className="round-button text-xl"
    >
      {sign}
    </button>
  )
}
