import { brand } from '../../../domain/brand.ts'
import { cachedPageHeaders } from '../../page/cached-page.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ContentPage, contentMeta, public_page } from './content-page.tsx'
import { renderContent } from './render-content.server.ts'

export default ContentPage
export { cachedPageHeaders as headers, contentMeta as meta, public_page as handle }

const { name, campus } = brand

export const loader = () =>
  renderContent({
    title: 'About us',
    description: `Who is behind ${name}, and how food from the restaurants around ${campus} gets to your gate.`,
    lead: `We bring the restaurants around ${campus} to the people who have no time to queue for them.`,
    text: <Text />,
  })

function Text() {
  return (
    <>
      <h2>Why we exist</h2>
      <p>
        The best food near campus is cooked in small places: a buka behind the market, a suya spot that opens when the
        library closes. They have no website and no rider. You have a lecture at two and twenty minutes to eat.{' '}
        {brand.name} brings the two together.
      </p>
      <h2>What we do</h2>
      <ul>
        <li>Restaurants put up their own menu, their own prices and their own hours.</li>
        <li>You order and pay in one go, by card, USSD or bank transfer, without an account.</li>
        <li>A rider who knows the campus brings it to your gate, in the time that you read before you paid.</li>
      </ul>
      <h2>What we hold ourselves to</h2>
      <ul>
        <li>The price on the menu is the price you pay. The delivery fee stands on the page before you pay it.</li>
        <li>Money that did not become a meal goes back to the person who sent it.</li>
        <li>The site is small on purpose: it opens on an old phone and a slow network, and it saves your data.</li>
        <li>
          We ask only for what it takes to bring you food.
          {' The '}
          <a href={'/privacy' satisfies Address}>privacy page</a> lists all of it.
        </li>
      </ul>
      <h2>How we earn</h2>
      <p>
        Restaurants pay no commission to start; what you pay for a dish is theirs. You pay a delivery fee for the trip.
        If that ever changes, we will say so here first.
      </p>
      <p>
        <a className={buttonClass('primary')} href={'/restaurants' satisfies Address}>
          See the restaurants
        </a>
      </p>
    </>
  )
}
