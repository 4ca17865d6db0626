import { brand, business_address } from '../../../domain/brand.ts'
import { PAYABLE_MINUTES } from '../../../domain/checkout/payment/poll-schedule.ts'
import { CLAIMS, type ClaimRules } from '../../../domain/claims/claim-rules.ts'
import { LATENESS, type Lateness } from '../../../domain/settings/definitions.ts'
import { readSettings } from '../../../domain/settings/read-setting.ts'
import { cachedPageHeaders } from '../../page/cached-page.ts'
import { services_context } from '../../services.ts'
import { counted } from '../../ui/counted.ts'
import type { Route } from './+types/terms'
import { contact_links } from './contact-links.ts'
import { ContentPage, contentMeta, public_page } from './content-page.tsx'
import { renderContent } from './render-content.server.ts'

export default ContentPage
export { cachedPageHeaders as headers, contentMeta as meta, public_page as handle }

export async function loader({ context }: Route.LoaderArgs) {
  const [late, claims] = await readSettings(context.get(services_context).db, [LATENESS, CLAIMS])
  return renderContent({
    title: 'Terms of use',
    description: `The rules of ordering on ${brand.name}: prices, payment, delivery, cancellations and refunds.`,
    lead: 'What you can expect from us, and we from you, in words that need no lawyer.',
    text: <Text late={late} claims={claims} />,
  })
}

/** What a promise that was not kept brings, as it is set now. */
function lateWords({ after_minutes, share_percent }: Lateness): string {
  if (share_percent === 0) return ''
  const back = share_percent === 100 ? 'its delivery fee' : `${share_percent} % of its delivery fee`
  const late = counted(after_minutes, 'minute')
  return ` If an order comes more than ${late} late, we send ${back} back to you by ourselves.`
}

function Text({ late, claims }: { late: Lateness; claims: ClaimRules }) {
  return (
    <>
      <h2>Who does what</h2>
      <p>
        {brand.name} ({business_address}) runs this site, takes your payment and organises the delivery. The restaurant
        you choose cooks and is responsible for its food. Your receipt names both.
      </p>
      <h2>Prices</h2>
      <ul>
        <li>
          Prices are in naira and set by the restaurants. You pay for the dishes, the delivery fee, and a tip if you
          give one; nothing else.
        </li>
        <li>
          The order summary shows the dishes, the fee and the total. That is what you pay. If a price or a dish changes
          before that, we show you the change and you decide.
        </li>
        <li>
          How the fee is worked out is on the <a href={'/delivery' satisfies Address}>delivery page</a>.
        </li>
      </ul>
      <h2>Payment</h2>
      <p>
        You pay by card, USSD or bank transfer through Flutterwave. Your order exists, and the restaurant starts, once
        Flutterwave has confirmed your payment to us. A debit alert on your phone is not that confirmation yet.
      </p>
      <dl>
        <dt>You sent less than the total</dt>
        <dd>
          No order is made by itself. One of us looks at it and calls you, and either the order goes ahead with you or
          the money goes back.
        </dd>
        <dt>You sent more than the total</dt>
        <dd>Your order goes ahead, and what was too much is sent back to you.</dd>
        <dt>Your money arrived late</dt>
        <dd>
          A payment that is made more than {PAYABLE_MINUTES} minutes after you opened the payment window, or more than a
          quarter of an hour after the restaurant closed, comes too late for that meal. It is sent back to you in full.
        </dd>
        <dt>You paid twice</dt>
        <dd>The second payment is sent back to you in full.</dd>
        <dt>We cannot see the outcome yet</dt>
        <dd>We keep asking and tell you as soon as we know. Please do not pay again meanwhile.</dd>
      </dl>
      <h2>Cancelling, and your money back</h2>
      <ul>
        <li>
          Changed your mind? Until the restaurant accepts your order, cancel it on its tracking page: everything goes
          back by itself. After that call <a href={contact_links.phone}>{brand.support_phone}</a> at once: before the
          restaurant has started, we cancel and return everything.
        </li>
        <li>If the restaurant cannot cook your order, it is cancelled and your money is returned.</li>
        <li>
          If food is missing, wrong or not fit to eat, tell us on the order’s tracking page within{' '}
          {counted(claims.within_hours, 'hour')} of its delivery. We look into it and return what is due.
        </li>
        <li>Refunds go to the card or account it was paid from. Banks take up to five working days.</li>
      </ul>
      <h2>Delivery</h2>
      <p>
        The time that you read before you pay is our promise.{lateWords(late)} Give an address that can be found and a
        number that rings. The rider calls you at your gate. If nobody can be reached for a reasonable time, the food
        may be lost to you and the order not refunded.
      </p>
      <h2>Allergies</h2>
      <p>
        Restaurants are small and share pots. If an allergy is serious, call the restaurant before you order; its number
        is on its page.
      </p>
      <h2>Fair use</h2>
      <p>
        Order only what you mean to receive, under your own name. Do not try to break the site or to place orders with
        somebody else’s card. We may refuse orders and close accounts of those who do. Restaurants and riders also
        accept what is written on <a href={'/vendors' satisfies Address}>Sell with us</a> and{' '}
        <a href={'/delivery' satisfies Address}>Delivery</a>.
      </p>
      <h2>Complaints and the law</h2>
      <p>
        Talk to us first: <a href={contact_links.mail}>{brand.support_email}</a>. The law of Nigeria applies, and
        nothing here takes away your rights under the Federal Competition and Consumer Protection Act 2018. You may
        complain to the Federal Competition and Consumer Protection Commission (FCCPC) at any time.
      </p>
      <h2>Changes</h2>
      <p>An order follows the terms that stood here when you paid for it.</p>
    </>
  )
}
