import { brand, business_address } from '../../../domain/brand.ts'
import { cachedPageHeaders } from '../../page/cached-page.ts'
import { contact_links } from './contact-links.ts'
import { ContentPage, contentMeta, kept_page } from './content-page.tsx'
import { renderContent } from './render-content.server.ts'

export default ContentPage
export { cachedPageHeaders as headers, contentMeta as meta, kept_page as handle }

export const loader = () =>
  renderContent({
    title: 'Contact us',
    description:
      `Phone, WhatsApp, email and address of ${brand.name}, and what to have at hand when you write ` +
      'about an order.',
    lead: 'About an order on its way, calling is fastest. For everything else, write: a person reads it.',
    text: <Text />,
  })

/** Wide enough for a thumb. */
const reach = 'inline-block min-h-11 content-center text-link underline'

function Text() {
  return (
    <>
      <h2>Reach us</h2>
      <dl>
        <dt>Phone</dt>
        <dd>
          <a href={contact_links.phone} className={reach}>
            {brand.support_phone}
          </a>
        </dd>
        <dt>WhatsApp</dt>
        <dd>
          <a href={contact_links.whatsapp} className={reach} rel="noopener">
            Chat with us
          </a>
        </dd>
        <dt>Email</dt>
        <dd>
          <a href={contact_links.mail} className={reach}>
            {brand.support_email}
          </a>
        </dd>
        <dt>Office</dt>
        <dd>{business_address}</dd>
      </dl>
      <h2>About an order</h2>
      <p>
        Tell us the order number from your SMS or receipt. If there is no order number yet, the payment reference on the
        order summary will do. Never send us card numbers, PINs or one-time codes; we do not need them and will not ask.
      </p>
      <h3>I paid, and nothing happened</h3>
      <p>
        Please do not pay again. Open the order summary once more: it asks the bank by itself. USSD and transfers can
        take a few minutes. If it still says that we are checking after a quarter of an hour, call us.
      </p>
      <h3>Something is missing or wrong</h3>
      <p>
        Open your order with the link in our SMS, or under <a href={'/orders' satisfies Address}>Your orders</a>, press
        “Something wrong with order …?” and add a photo. You can read there what we decide. On its way and not there
        yet? Call us.
      </p>
      <h2>About your restaurant or your rides</h2>
      <p>
        Owners find the way in on <a href={'/vendors' satisfies Address}>Sell with us</a>, riders on{' '}
        <a href={'/delivery' satisfies Address}>Delivery</a>.
      </p>
      <h2>About your data</h2>
      <p>
        Write to <a href={contact_links.mail}>{brand.support_email}</a> with the subject “Privacy”. What you can ask for
        is on the <a href={'/privacy' satisfies Address}>privacy page</a>.
      </p>
    </>
  )
}
