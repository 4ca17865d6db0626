import { renderToStaticMarkup } from 'react-dom/server'
import { type CheckoutState, money_has_come } from '../../../domain/checkout/checkout-summary.ts'
import type { PayRequest } from '../../../domain/checkout/payment/pay-link.ts'
import { formatNaira } from '../../../domain/money.ts'
import { buttonClass } from '../../ui/button.tsx'
import type { Refused } from '../../ui/forms/action-answer.ts'
import { Field, RefusedContext } from '../../ui/forms/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toldText } from '../order-summary/told-wire.ts'
import { widest, windowText } from '../window-words.ts'

type Page = { asked: PayRequest; token: string; test_mode: boolean; refused: Refused | null }

/** What somebody reads who is asked to pay for another, as HTML that needs no script. */
export const payHtml = (page: Page): string => renderToStaticMarkup(<Pay {...page} />)

function Pay({ asked, token, test_mode, refused }: Page) {
  const { state, first_name, greeting, kitchens, dishes, total, windows, shown, before } = asked
  const words = told(first_name)[state]
  return (
    <>
      {test_mode && (
        <p className="mb-4 rounded-control bg-plantain px-4 py-2 text-center text-sm font-bold text-[#1b2233]">
          Test mode: no real money moves.
        </p>
      )}
      <h1 className="text-3xl font-extrabold">{first_name} asks you to pay</h1>
      {greeting && <blockquote className="mt-4 rounded-control bg-sunken p-4 text-lg">“{greeting}”</blockquote>}
      <section aria-label="What it is for" className="card mt-5 p-5">
        <p>
          {dishes} {dishes === 1 ? 'dish' : 'dishes'} from {kitchens.join(' and ')}, with everything that comes on top.
        </p>
        <p className="money mt-2 text-3xl font-extrabold">{formatNaira(total)}</p>
        {windows.length > 0 && <p className="mt-2">If paid now, it arrives {windowText(widest(windows))}.</p>}
      </section>
      <div className="mt-5 grid gap-4">
        {before !== 'nothing' && <Notice kind="warn">{told_before(first_name)[before]}</Notice>}
        {words && <Notice kind={words.kind}>{words.said}</Notice>}
        {refused?.said && <Notice kind="bad">{refused.said}</Notice>}
        {!money_has_come.includes(state) && state !== 'checking' && (
          <form method="post" className="card grid gap-4 p-5">
            <input type="hidden" name="told" value={toldText(windows)} />
            <input type="hidden" name="shown" value={shown} />
            <RefusedContext value={refused}>
              <Field
                name="email"
                type="email"
                autoComplete="email"
                label="Your email"
                hint="The receipt of the payment goes there."
                maxLength={254}
                required
              />
            </RefusedContext>
            <button type="submit" className={buttonClass('primary', 'text-lg')}>
              Pay {formatNaira(total)}
            </button>
            <p className="text-center text-sm text-ink-soft">
              Card, USSD or bank transfer, on the page of Flutterwave. We never see your card.
            </p>
          </form>
        )}
        {state === 'checking' && (
          <a href={`/pay/${token}` satisfies Address} className={buttonClass('quiet')}>
            Look again
          </a>
        )}
      </div>
    </>
  )
}

const told_before = (name: string) => ({
  asked_for:
    `${name} has changed this order while it was paid for. We are asking the bank whether that payment has arrived: ` +
    'it goes back to whoever paid it.',
  goes_back:
    `${name} has changed this order while it was paid for. That payment is on its way back to whoever paid it. ` +
    'Below stands the order as it is now.',
})

const told = (name: string): Partial<Record<CheckoutState, { kind: 'good' | 'warn' | 'bad'; said: string }>> => ({
  paid: { kind: 'good', said: `It is paid. Thank you! ${name} has the receipt.` },
  checking: {
    kind: 'warn',
    said: 'We are asking the bank whether your payment has arrived. Please do not pay again yet.',
  },
  failed: { kind: 'bad', said: 'The payment failed or was cancelled. Nothing was ordered; you can try again.' },
  refunding: { kind: 'warn', said: 'This was not ordered. What was paid is on its way back to whoever paid it.' },
  review: { kind: 'warn', said: 'A payment has arrived, and one of us looks at it. Please do not pay again.' },
})
