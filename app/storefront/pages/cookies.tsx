import { brand } from '../../../domain/brand.ts'
import { cachedPageHeaders } from '../../page/cached-page.ts'
import { ContentPage, contentMeta, public_page } from './content-page.tsx'
import { renderContent } from './render-content.server.ts'

export default ContentPage
export { cachedPageHeaders as headers, contentMeta as meta, public_page as handle }

export const loader = () =>
  renderContent({
    title: 'Cookies and storage',
    description: `${brand.name} sets no cookies but those that orders need. What your own browser keeps, key by key.`,
    lead:
      'When you order food here, we set no cookie; only a browser without JavaScript gets one, for its cart, who ' +
      'joins a group order, and who brings friends or comes from one. ' +
      'That is why no banner asks you about them.',
    text: <Text />,
  })

type Kept = readonly (readonly [key: string, what: string, until: string])[]

const kept: Kept = [
  ['cart', 'The dishes in your cart', 'Until you remove them or have paid'],
  ['orderItems', 'The dishes you took to the checkout', 'Until the next checkout'],
  ['orderTotal', 'What they cost together', 'Until the next checkout'],
  ['checkoutForm', 'What you typed at the checkout: name, email, phone, address', 'Until you clear it'],
  ['deliverTo', 'The place on campus to which you last wanted your food', 'Until you choose “Anywhere on campus”'],
  ['pendingOrder', 'The private link of an order you are paying for', 'Until it is paid or has expired'],
  [
    'myOrders',
    'The last 50 orders you placed or followed here: their private links and dishes',
    'Until you press Forget',
  ],
  ['orderUnderWay', 'Where those of the last two days stand', 'Until you press Forget, or a later order'],
  ['favourites', 'The restaurants whose heart you tapped, at most 30', 'Until you tap it again'],
  ['favouriteNames', 'What these are called', 'Until others take their place'],
  ['orderPush', 'Whether this phone is told of your orders by notifications', 'Until you clear it'],
  ['reloads', 'When pages came anew by themselves', 'Until the tab is closed'],
  ['customer-pages', 'Menus, receipts and tracking pages you opened, for when there is no network', 'A week at most'],
  ['customer-files', 'The scripts of these pages', 'Until newer ones replace them'],
  ['customer-unsent', 'What you sent about an order without a network', 'Until it is sent, or you drop it'],
]

const kept_at_work: Kept = [
  ['user', 'Who is logged in in this tab: name, email, role', 'Until the tab is closed'],
  ['notifications', 'The latest five notifications', 'Until the tab is closed'],
  ['vendor-dashboard', 'The figures of a restaurant’s dashboard', 'For five minutes'],
  ['order-sound', 'Whether this browser rings aloud', 'Until you change it'],
  ['newest-answer', 'When we said the newest thing that it heard, to count minutes right', 'Until you clear it'],
  ['ticket-paper', 'On which paper this device prints tickets', 'Until you change it'],
  ['printed-tickets', 'What stands on the tickets that it printed', 'For a week, or until you change that'],
  ['push_for', 'Who last let notifications ring here while the page is closed', 'Until you clear it'],
  ['rider-steps', 'A rider’s steps that were not sent yet, with their photos', 'Until we have them'],
  ['rider-pages', 'A rider’s dashboard, so that it opens without a network', 'Until you log out'],
  ['rider-files', 'The scripts and styles of that dashboard', 'Until newer ones replace them'],
]

function Text() {
  return (
    <>
      <h2>What your browser keeps for you</h2>
      <p>
        Your cart lives on your own phone, in the storage that your browser gives to each site. We cannot read it from
        afar; it reaches us only when you send it, by going on to pay.
      </p>
      <KeyList keys={kept} />
      <p>
        A browser that runs no JavaScript has no such storage. Its cart is one cookie, <code>cart</code>, with your
        dishes and nothing about you. It lasts a day at most.
      </p>
      <p>
        When you join a group order, a cookie called <code>group-</code> and eight signs tells your dishes from those of
        the others there. It lasts three days.
      </p>
      <p>
        A friend’s link keeps their code in a cookie called <code>friend</code> for 30 days, for your first order. Once
        an order of yours has come, its page shows your own code for friends, and a cookie called <code>own-code</code>
        {' notes that for 180 days, so that nobody brings themselves.'}
      </p>
      <p>
        Until you close the tab, it also remembers how far you had scrolled. To remove all of it, clear the site data
        {` of ${brand.name} `}
        in your browser’s settings. On a shared phone, do that when you are done.
      </p>
      <h2>When you pay</h2>
      <p>
        The payment window belongs to Flutterwave. It opens only when you pay and may set cookies of its own, to
        recognise fraud for instance. Flutterwave’s own notice applies to them.
      </p>
      <h2>When you sign in</h2>
      <p>
        Restaurants, riders and our own people sign in, and get one cookie that says who they are. It is strictly
        necessary, cannot be read by scripts, and ends when they log out or it expires. A second one marks the browser
        as one that they use, for 400 days: so they get in while somebody else guesses at their password, and get a mail
        when a browser without it logs in.
      </p>
      <p>
        Their browser also keeps what they typed into a form, until it is saved or the tab is closed, and the keys
        below. Logging out clears all that lasts until the tab is closed.
      </p>
      <KeyList keys={kept_at_work} />
      <h2>What we do not do</h2>
      <p>No advertising, no analytics service, no pixels, no fonts or scripts from other companies while you browse.</p>
    </>
  )
}

function KeyList({ keys }: { keys: Kept }) {
  return (
    <dl>
      {keys.map(([key, what, until]) => (
        <div key={key}>
          <dt>
            <code>{key}</code>
          </dt>
          <dd>
            {what}. {until}.
          </dd>
        </div>
      ))}
    </dl>
  )
}
