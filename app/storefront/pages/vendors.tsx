import { brand } from '../../../domain/brand.ts'
import { COMMISSION } from '../../../domain/payments/commission.ts'
import { readSetting } from '../../../domain/settings/read-setting.ts'
import { cachedPageHeaders } from '../../page/cached-page.ts'
import { services_context } from '../../services.ts'
import { buttonClass } from '../../ui/button.tsx'
import type { Route } from './+types/vendors'
import { contact_links } from './contact-links.ts'
import { ContentPage, contentMeta, public_page } from './content-page.tsx'
import { renderContent } from './render-content.server.ts'

export default ContentPage
export { cachedPageHeaders as headers, contentMeta as meta, public_page as handle }

export async function loader({ context }: Route.LoaderArgs) {
  const { default_percent } = await readSetting(context.get(services_context).db, COMMISSION)
  return renderContent({
    title: 'Sell with us',
    description:
      `For restaurant owners around ${brand.campus}: how to join ${brand.name}, what it costs and when ` +
      'you are paid.',
    lead: 'You cook as you always do. We bring orders that are already paid, and riders to carry them.',
    text: <Text commission_percent={default_percent} />,
  })
}

function Text({ commission_percent }: { commission_percent: number }) {
  return (
    <>
      <h2>What you get</h2>
      <ul>
        <li>A page with your menu, your photos and your prices, found by everybody on campus.</li>
        <li>Orders that are paid before they reach you. No cash to change, no transfer alerts to chase.</li>
        <li>An SMS for every new order: what to cook, for whom, and where it goes.</li>
        <li>Opening hours that close your shop by themselves, and a pause button for when the pots are empty.</li>
      </ul>
      <h2>How to join</h2>
      <ol>
        <li>
          <a href={'/register' satisfies Address}>Register</a> with your email address and choose Vendor.
        </li>
        <li>
          Tell us about your business in four short steps: the business, its place and description, the bank account for
          your payouts, and a last look before you send it.
        </li>
        <li>We read it, call you if something is unclear, and open your page.</li>
        <li>Put up your dishes with a price and a photo. The first order can come the same day.</li>
      </ol>
      <h2>What it costs</h2>
      <p>
        Joining is free.{' '}
        {commission_percent === 0 ? (
          <>
            Commission is <strong>0 % to start</strong>: you receive the full menu price of every order
          </>
        ) : (
          <>
            Commission is <strong>{commission_percent} %</strong> of the dishes that you sell
          </>
        )}
        , and the payment provider’s charge is not taken from you. The customer pays for the delivery. Should we ever
        ask for {commission_percent === 0 ? 'a' : 'more'} commission, you will hear it from us in good time and can
        leave before it begins.
      </p>
      <h2>When you are paid</h2>
      <p>
        Delivered orders add up on your dashboard. Use Request Payout, and we send the amount to the bank account that
        was checked when you registered. Each order is paid out once. To protect you, the bank account cannot be changed
        from your dashboard; call us and we will change it together.
      </p>
      <h2>What we ask of you</h2>
      <ul>
        <li>Keep menu, prices and hours true. What a customer paid for is what they should get.</li>
        <li>Say quickly when you cannot cook an order, and why. The customer then gets the money back.</li>
        <li>Cook clean, and pack for a bumpy road.</li>
      </ul>
      <p>
        <a className={buttonClass('primary')} href={'/register' satisfies Address}>
          Register your restaurant
        </a>
      </p>
      <p>
        Looking for food instead? Here are <a href={'/restaurants' satisfies Address}>all restaurants</a>. Questions
        first? Call <a href={contact_links.phone}>{brand.support_phone}</a>.
      </p>
    </>
  )
}
