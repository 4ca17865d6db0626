import type { VendorCard } from '../../../domain/catalog/lists/vendor-lists.ts'
import { buttonClass } from '../../ui/button.tsx'
import { SAME_PRICE } from '../same-price-words.ts'
import { VendorPhoto, vendor_card } from '../vendor-photo.tsx'
import { Carousel } from './carousel.tsx'

/** `vendors` is null when they could not be read. */
export function FeaturedRestaurants({ vendors }: { vendors: readonly VendorCard[] | null }) {
  return (
    <div className="page-width py-4 md:py-12">
      <Ways />
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-2">
        <h2 className="text-lg font-extrabold md:text-3xl">Featured Restaurants</h2>
        <a
          className="inline-flex min-h-11 items-center font-semibold text-link underline"
          href={'/restaurants' satisfies Address}
        >
          View All<span className="sr-only"> restaurants</span>
        </a>
      </div>
      {vendors && vendors.length > 0 ? (
        <Carousel
          label="Featured Restaurants"
          slides={vendors.map((vendor) => ({
            key: vendor.user_id,
            content: <FeaturedCard vendor={vendor} />,
          }))}
        />
      ) : (
        <NoRestaurants failed={vendors === null} />
      )}
    </div>
  )
}

/** Short ways into the list. What this phone keeps is added at their end (offline/favourites.ts), in the same room. */
function Ways() {
  return (
    <ul aria-label="Short ways" data-favourites="" className="mb-2 flex gap-2 overflow-x-auto p-1">
      <li className="shrink-0">
        <a href={'/restaurants?open=1' satisfies Address} className="chip inline-flex items-center">
          Open now
        </a>
      </li>
      <li className="shrink-0">
        <a href={'/restaurants?only=' satisfies Address} data-yours className="chip inline-flex items-center">
          Yours
        </a>
      </li>
    </ul>
  )
}

function FeaturedCard({ vendor }: { vendor: VendorCard }) {
  return (
    <a href={`/restaurant/${vendor.slug}` satisfies Address} className={vendor_card}>
      <VendorPhoto vendor={vendor} sizes="(min-width: 1152px) 22rem, (min-width: 768px) 32vw, calc(100vw - 2rem)">
        <p className="absolute top-3 left-3 rounded-full bg-plantain px-3 py-1 text-sm font-bold text-[#1b2233]">
          Featured
        </p>
      </VendorPhoto>
      <div className="p-4">
        <h3 className="text-lg font-bold group-hover:text-link">{vendor.name}</h3>
        {vendor.landmark && <p className="mt-1 text-sm text-ink-soft">{vendor.landmark}</p>}
        {vendor.open && vendor.delivery_time && (
          <p className="mt-1 text-sm font-semibold text-good">{vendor.delivery_time}</p>
        )}
        {vendor.same_price && <p className="mt-1 text-sm">{SAME_PRICE}</p>}
      </div>
    </a>
  )
}

function NoRestaurants({ failed }: { failed: boolean }) {
  return (
    <div className="card p-8 text-center">
      <p className="text-lg font-semibold">
        {failed ? 'The restaurants did not load.' : 'The restaurants are still setting the table.'}
      </p>
      <p className="mt-1 text-ink-soft">
        {failed
          ? 'That is on us. Please try again in a moment.'
          : 'The first restaurants will be here soon. Yours, perhaps?'}
      </p>
      <a
        className={buttonClass('brand', 'mt-4')}
        href={failed ? ('/restaurants' satisfies Address) : ('/register' satisfies Address)}
      >
        {failed ? 'Try the list of restaurants' : 'Register your restaurant'}
      </a>
    </div>
  )
}
