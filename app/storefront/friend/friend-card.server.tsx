import { renderToStaticMarkup } from 'react-dom/server'
import { brand } from '../../../domain/brand.ts'
import type { OwnCode } from '../../../domain/checkout/promotions/referrals.ts'
import { campusDate, formatDay } from '../../../domain/clock.ts'
import { formatNaira } from '../../../domain/money.ts'
import type { ReferralSign } from '../../../domain/promotions/referrals/lifecycle.ts'
import { buttonClass } from '../../ui/button.tsx'

const MINUTE_MS = 60_000

/** Somebody's own code for friends, once an order of theirs has come; empty where there is none. */
export const friendCard = (own: OwnCode | null, public_url: string): string =>
  own === null ? '' : renderToStaticMarkup(<Card own={own} url={`${public_url}/friend/${own.code}`} />)

function Card({ own: { code, terms, earned, looked_at, turned_down }, url }: { own: OwnCode; url: string }) {
  const theirs = formatNaira(terms.friend_kobo)
  const words = `${theirs} off your first order at ${brand.name}, from me:`
  const text = encodeURIComponent(`${words} ${url}`)
  return (
    <section id="friend" aria-labelledby="friend-heading" className="card no-print mt-6 grid gap-4 p-5">
      <h2 id="friend-heading" className="text-lg font-bold">
        Bring a friend
      </h2>
      <p>
        They pay {theirs} less for their first order{terms.minimum_kobo > 0 ? ', ' : ''}
        {terms.minimum_kobo > 0 && `with dishes of ${formatNaira(terms.minimum_kobo)} and more`}. Once it has come, you
        get a code that takes {formatNaira(terms.referrer_kobo)} off your next order.
      </p>
      {earned && (
        <p className="rounded-control bg-good-soft p-3 font-semibold text-good">
          {formatNaira(earned.amount)} comes off your next order with the code {earned.code}, until{' '}
          {lastDay(earned.until)}. Type it at the checkout.
          {earned.more > 0 && ` You have ${earned.more} more for the orders after it.`}
        </p>
      )}
      {looked_at > 0 && (
        <p>
          {looked_at === 1 ? 'One friend’s order is' : `${looked_at} friends’ orders are`} being looked at: here you
          read what comes of it.
        </p>
      )}
      {turned_down && (
        <p>
          One friend’s order took nothing off yours: {whyNot(turned_down)}. Is that wrong? Please call{' '}
          {brand.support_phone}.
        </p>
      )}
      <label className="font-semibold">
        Your code is {code}. Send your link:
        <input className="field font-normal" readOnly value={url} />
      </label>
      <p className="flex flex-wrap gap-3 *:grow">
        <a className={buttonClass('brand')} href={`https://wa.me/?text=${text}`} target="_blank" rel="noreferrer">
          Send by WhatsApp
        </a>
        <a className={buttonClass('quiet')} href={`sms:?body=${text}`}>
          Send by SMS
        </a>
      </p>
    </section>
  )
}

/** Why nothing came of it, without telling how it was seen. */
function whyNot(signs: readonly ReferralSign[]): string {
  const own: readonly ReferralSign[] = ['same_browser', 'same_email', 'same_name']
  if (signs.some((sign) => own.includes(sign))) return 'it looked like an order of your own'
  if (signs.includes('month_spent')) return 'what we can give for friends this month is spent'
  return 'we could not see that a friend had it'
}

/** The last day that counts whole, of what ends at midnight. */
const lastDay = (until: Date) => formatDay(campusDate(new Date(until.getTime() - MINUTE_MS)))
