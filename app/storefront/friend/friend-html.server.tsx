import { renderToStaticMarkup } from 'react-dom/server'
import { brand } from '../../../domain/brand.ts'
import { formatNaira } from '../../../domain/money.ts'
import type { FriendOffer } from '../../../domain/promotions/referrals/own-code.ts'
import { buttonClass } from '../../ui/button.tsx'

/** What it gives; or that it counts no more, or was not looked at, since a lot is going on. */
type Offer = FriendOffer | 'gone' | 'held'

/** What somebody reads whom a friend sends here, as HTML that needs no script. */
export const friendHtml = (offer: Offer): string => renderToStaticMarkup(<Friend offer={offer} />)

function Friend({ offer }: { offer: Offer }) {
  return (
    <>
      {offer === 'gone' ? <Gone /> : offer === 'held' ? <Held /> : <Given offer={offer} />}
      <p className="mt-6">
        <a className={buttonClass('primary', 'w-full text-lg')} href={'/restaurants' satisfies Address}>
          See the restaurants
        </a>
      </p>
    </>
  )
}

function Given({ offer: { code, terms } }: { offer: FriendOffer }) {
  return (
    <>
      <h1 className="text-3xl font-extrabold">{formatNaira(terms.friend_kobo)} off your first order</h1>
      <section aria-label="What it is" className="card mt-5 grid gap-3 p-5">
        <p>
          A friend of yours orders at {brand.name} and sends you this. It comes off your first order with us
          {terms.minimum_kobo > 0 && `, if its dishes cost ${formatNaira(terms.minimum_kobo)} or more`}.
        </p>
        <p>
          You do not have to type anything: this browser keeps the code for 30 days and uses it when you order.
          Elsewhere, type <strong className="money">{code}</strong> as promo code.
        </p>
        <p className="text-ink-soft">
          Once your order has come, your friend has {formatNaira(terms.referrer_kobo)} off their next one. They do not
          learn what you ordered.
        </p>
      </section>
    </>
  )
}

const Gone = () => (
  <>
    <h1 className="text-3xl font-extrabold">This code does not count any more</h1>
    <p className="mt-4">Is the link complete? You can order all the same: nothing else changes.</p>
  </>
)

const Held = () => (
  <>
    <h1 className="text-3xl font-extrabold">A lot is going on</h1>
    <p className="mt-4">
      Please open this link again in a minute: then it says what your friend gives you. This browser keeps a friend’s
      code for you meanwhile, so nothing is lost.
    </p>
  </>
)
