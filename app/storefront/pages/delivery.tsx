import { brand } from '../../../domain/brand.ts'
import { shownPromises } from '../../../domain/delivery/windows/kept-promises.ts'
import { formatNaira } from '../../../domain/money.ts'
import { landmarkNames } from '../../../domain/places/landmark-names.ts'
import { DELIVERY_SETTINGS, type DeliverySettings } from '../../../domain/settings/definitions.ts'
import { readSetting } from '../../../domain/settings/read-setting.ts'
import { cachedPageHeaders } from '../../page/cached-page.ts'
import { services_context } from '../../services.ts'
import { buttonClass } from '../../ui/button.tsx'
import type { Route } from './+types/delivery'
import { ContentPage, contentMeta, public_page } from './content-page.tsx'
import { furtherKitchenWords } from './further-kitchen-words.ts'
import { renderContent } from './render-content.server.ts'

export default ContentPage
export { cachedPageHeaders as headers, contentMeta as meta, public_page as handle }

const { name, campus } = brand

export async function loader({ context }: Route.LoaderArgs) {
  const { db, clock } = context.get(services_context)
  const [fees, landmarks, promises] = await Promise.all([
    readSetting(db, DELIVERY_SETTINGS),
    landmarkNames(db),
    shownPromises(db, clock.now()),
  ])
  return renderContent(
    {
      title: 'Delivery',
      description: `Where ${name} delivers around ${campus}, what a delivery costs, and how to become a rider.`,
      lead: 'Where we ride, what a trip costs, and how to ride with us.',
      text: <Text fees={fees} landmarks={landmarks} kept_percent={promises?.kept_percent ?? null} />,
    },
    promises?.until,
  )
}

type Told = { fees: DeliverySettings; landmarks: readonly string[]; kept_percent: number | null }

function Text({ fees, landmarks, kept_percent }: Told) {
  return (
    <>
      <h2>Where we deliver</h2>
      <p>
        {brand.campus} and the streets around it, in {brand.city}.
        {landmarks.length > 0 && ' Tell us the hostel or house, and the nearest of these places if you can:'}
      </p>
      {landmarks.length > 0 && (
        <ul>
          {landmarks.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      )}
      <h2>How long it takes</h2>
      <p>
        Say where you are, and each menu tells when your food would come: by what is being cooked, who is on duty to
        bring it, and the way. You read it again before you pay, and that time is our promise. With no rider on duty we
        say so in its place.
      </p>
      {kept_percent !== null && (
        <p>
          <strong>{kept_percent} %</strong> of our orders came by the time we promised, in the last four weeks.
        </p>
      )}
      <h2>What it costs</h2>
      <p>
        {fees.measured === 'ways'
          ? 'The fee follows the length of the way between the restaurant and you:'
          : 'The fee follows the straight-line distance between the restaurant and you:'}
      </p>
      <ul>
        <li>
          <strong>{formatNaira(fees.per_km_kobo)}</strong> for each kilometre; a part of one counts in part
        </li>
        <li>
          never less than <strong>{formatNaira(fees.minimum_fee_kobo)}</strong> and never more than{' '}
          <strong>{formatNaira(fees.maximum_fee_kobo)}</strong>
        </li>
        <li>
          <strong>{formatNaira(fees.default_fee_kobo)}</strong> when we do not know where the restaurant is
        </li>
      </ul>
      <p>{furtherKitchenWords(fees)} The order summary shows it line by line before you pay.</p>
      <h2>Ride with us</h2>
      <p>You need a bicycle, a motorcycle or quick feet, a phone, and to know your way around campus.</p>
      <ol>
        <li>
          <a href={'/register' satisfies Address}>Register</a> and choose Rider.
        </li>
        <li>We call you to get to know you before your first trip.</li>
        <li>Go online when you have time. You see what is ready, where it is and where it goes.</li>
        <li>Fetch it from the restaurant, bring it to the gate, and ask the customer for the PIN of the order.</li>
        <li>Your trips and what they earned are on your dashboard.</li>
      </ol>
      <p>
        Every order is paid online before you set out. You never carry cash for us, and you never pay for food yourself.
      </p>
      <p>
        <a className={buttonClass('primary')} href={'/register' satisfies Address}>
          Become a rider
        </a>
      </p>
    </>
  )
}
