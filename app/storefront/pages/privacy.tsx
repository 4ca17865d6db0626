import { brand, business_address } from '../../../domain/brand.ts'
import { UNPAID_CHECKOUT_DAYS } from '../../../domain/checkout/tidy-checkouts.ts'
import { kept_for } from '../../../domain/retention/kept-for.ts'
import { cachedPageHeaders } from '../../page/cached-page.ts'
import { contact_links } from './contact-links.ts'
import { ContentPage, contentMeta, public_page } from './content-page.tsx'
import { renderContent } from './render-content.server.ts'

export default ContentPage
export { cachedPageHeaders as headers, contentMeta as meta, public_page as handle }

const { name } = brand

export const loader = () =>
  renderContent({
    title: 'Privacy',
    description: `What ${name} knows about you, what for, who else sees it, how long it is kept, and your rights.`,
    lead: 'We need a few things about you to bring you food. Here is all of it, and what you can do about it.',
    text: <Text />,
  })

function Text() {
  return (
    <>
      <h2>Who is responsible</h2>
      <p>
        {brand.name}, {business_address}. Write to <a href={contact_links.mail}>{brand.support_email}</a> or call{' '}
        <a href={contact_links.phone}>{brand.support_phone}</a>. This notice follows the Nigeria Data Protection Act
        2023 (NDPA) and its General Application and Implementation Directive 2025 (GAID).
      </p>
      <h2>What we use, and what for</h2>
      <dl>
        <dt>Name, phone, email, address, and what you ordered</dt>
        <dd>
          To cook, deliver and account for your order, to send you SMS about it and your receipt. We need them for our
          contract with you; without them there is no order.
        </dd>
        <dt>Where your browser can be told</dt>
        <dd>
          Only if you press “Tell me here”: the address that your browser’s maker gave it for notifications, for the
          orders of that link, and whether it is the phone that you ordered with, so that we tell you there and send
          fewer SMS. A phone that said yes is told of its next orders too. Press “Stop telling me here” to end it.
        </dd>
        <dt>Your wish for fewer SMS</dt>
        <dd>
          Your number, since when, and how you told us, so that we keep to it. Press “SMS again” on the page of an
          order, or text us ALLOW, and we forget it.
        </dd>
        <dt>Who brought whom, if you bring a friend or come from one</dt>
        <dd>
          By whose code a number first ordered, so that both get what was promised, once. To see whether somebody brings
          themselves, we compare the browser, name and email of the two; where they are alike, where the food was
          collected, or where the restaurant is that of earlier friends, one of us looks before there is a reward.
          Neither of you learns the other’s name or number from us.
        </dd>
        <dt>Your location, if you allow it</dt>
        <dd>
          To fill in your address and to work out the delivery fee. Your browser asks you first. Say no, type your
          address, and everything else still works.
        </dd>
        <dt>Payment reference, amount and kind of payment</dt>
        <dd>
          To know that you paid, to return money, and to keep the books that the law asks for. Card numbers, PINs and
          one-time codes go from you to Flutterwave. <strong>We store no card data.</strong> Of what Flutterwave tells
          us about a card, nothing but “card” is kept.
        </dd>
        <dt>Photos of where your food was left, and what stood in the way</dt>
        <dd>
          Taken or noted by the rider where nobody gives the PIN or something goes wrong, to prove to you, to us and to
          your bank what became of the order. Only we see the photos.
        </dd>
        <dt>Your stars and the line with them</dt>
        <dd>
          So that the restaurant and we know how it was. Both see the line with your first name; it is on no public
          page.
        </dd>
        <dt>Your internet address</dt>
        <dd>
          To stop machines that flood the site or guess passwords. We do not write it down: we count a mark made of it,
          from which it cannot be read, and forget that within about an hour. Beside wrong passwords and looked-up bank
          accounts the mark stays as long as is said below.
        </dd>
        <dt>Restaurants and riders</dt>
        <dd>
          Besides, what they register with: business, place, phone, and the bank account for payouts. We check the name
          on the account with a payment provider.
        </dd>
      </dl>
      <p>
        We send no advertising, build no profiles, sell nothing, and no computer decides alone about anything that
        matters to you.
      </p>
      <h2>Who else sees it</h2>
      <ul>
        <li>
          <strong>The restaurant and the rider</strong>: your name, phone, address and order, to cook it and to find
          you.
        </li>
        <li>
          <strong>Customers</strong>: the first name of the rider who brings their food, and from the pick-up until they
          have it the rider’s phone number and, to about 100 metres, where the rider is.
        </li>
        <li>
          <strong>Flutterwave</strong>: your name, email, phone and the amount, to take the payment and send refunds. If
          you pay for somebody else, only the email that you type; it comes back to us with the payment and stays with
          it.
        </li>
        <li>
          <strong>Our SMS gateway and our mail provider</strong>: your number or address, and the message.
        </li>
        <li>
          <strong>OpenStreetMap’s Nominatim</strong>: where you are, rounded to about 11 metres, to turn it into an
          address; and an address that names no place of our campus, as you typed it, to find it. Our server asks; it
          learns neither your name nor your internet address.
        </li>
        <li>
          <strong>The company that hosts our servers</strong>, which acts on our instructions.
        </li>
        <li>Authorities, where the law obliges us.</li>
      </ul>
      <p>
        Some of these, Nominatim among them, have servers outside Nigeria. They get no more than is listed here, and
        only for that purpose.
      </p>
      <h2>What your phone keeps</h2>
      <p>
        Your cart and what you typed at the checkout stay in the storage of your own browser. So do words and photos
        about an order that could not be sent yet, until they are sent or you drop them. As a customer you get a cookie
        only for a friend’s code whose link you followed (a month), for your own code for friends once its page was
        shown (half a year), in a group order, and, in a browser without JavaScript, for your cart. The{' '}
        <a href={'/cookies' satisfies Address}>cookies page</a> lists it key by key.
      </p>
      <h2>How long we keep it</h2>
      <ul>
        <li>
          Orders, payments and refunds, with who moved them on and why: as long as tax and accounting law asks for, as a
          rule six years. Your stars stay with the order.
        </li>
        <li>
          A checkout that was never paid: {UNPAID_CHECKOUT_DAYS} days, because a late payment could still arrive and has
          to be sorted out. You can have it deleted before.
        </li>
        <li>That you asked for fewer SMS: until you take it back.</li>
        <li>Restaurants and riders: as long as they work with us; their books as above.</li>
        {kept_for.map(
          ({ says, days }) =>
            says && (
              <li key={says}>
                {says}: {days === 1 ? 'a day' : `${days} days`}.
              </li>
            ),
        )}
      </ul>
      <p>Our technical logs hold no phone numbers, addresses, emails or account numbers.</p>
      <h2>Your rights</h2>
      <p>
        You can ask us what we hold about you and get a copy, also in a form that machines read. You can have it
        corrected or deleted, have its use restricted, object to it, and take back a permission, such as the one for
        your location, in your browser at any time. Write to <a href={contact_links.mail}>{brand.support_email}</a> with
        the subject “Privacy”. It costs nothing, and we answer within 30 days. We may ask for the order number or call
        you back, so that nobody gets your data by pretending to be you. What the law makes us keep, we keep, and tell
        you so.
      </p>
      <h2>How we protect it</h2>
      <p>
        Everything travels encrypted. Nobody sees your order by guessing its number: only the private link in your SMS
        and mail opens it, so keep that link to yourself. Should something go wrong all the same, we tell the Commission
        within 72 hours, and you too when it puts you at high risk.
      </p>
      <h2>Complaints</h2>
      <p>
        Please tell us first. You may turn to the Nigeria Data Protection Commission (NDPC),{' '}
        <a href="https://ndpc.gov.ng" rel="noopener">
          ndpc.gov.ng
        </a>
        , at any time.
      </p>
    </>
  )
}
