import { renderToStaticMarkup } from 'react-dom/server'
import type { VendorMenu } from '../../../domain/catalog/menu/vendor-menu.ts'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/pictures/picture.tsx'
import { Rating } from '../../ui/rating.tsx'
import { SAME_PRICE } from '../same-price-words.ts'

const signs = {
  pin: 'M12 21.5s7.5-6.4 7.5-11.6a7.5 7.5 0 0 0-15 0C4.5 15.1 12 21.5 12 21.5zM9.5 10a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0',
  clock: 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0M12 7v5l3.5 2',
  phone: 'M4 4h4l2 5-2.5 2a12 12 0 0 0 5.5 5.5l2-2.5 5 2v4a1 1 0 0 1-1 1A16 16 0 0 1 3 5a1 1 0 0 1 1-1z',
  truck: 'M2.5 6h11v10h-11zM13.5 10h4l4 3.5V16h-8M5 18a2 2 0 1 0 4 0 2 2 0 1 0-4 0M15.5 18a2 2 0 1 0 4 0 2 2 0 1 0-4 0',
} as const

/** Who the kitchen is, as HTML; `kept_percent` of its orders came in time, where that is told. */
export const menuHead = (vendor: VendorMenu['vendor'], kept_percent: number | null): string =>
  renderToStaticMarkup(
    <>
      <header className="card overflow-hidden">
        <div className="relative flex flex-wrap items-center gap-4 bg-brand-strong p-5 text-white sm:p-8">
          <span data-heart className="absolute top-3 right-3" />
          <Picture
            src={vendor.profile_photo}
            alt=""
            sizes="96px"
            className="size-20 rounded-full border-4 border-white/80 sm:size-24"
            eager
          />
          <div className="min-w-0 grow basis-52">
            <div className="mb-1 flex flex-wrap items-center gap-3">
              <h1 className="text-2xl font-extrabold sm:text-3xl">{vendor.name}</h1>
              <Rating value={vendor.rating} count={vendor.rating_count} />
            </div>
            {vendor.category && <p className="text-white/80">{vendor.category}</p>}
            {vendor.description && <p className="mt-1 max-w-prose text-white/90">{vendor.description}</p>}
          </div>
        </div>
        <dl className="grid grid-cols-2 gap-px bg-line lg:grid-cols-4">
          <Tile icon={signs.pin} name="Location" value={vendor.landmark} />
          <Tile icon={signs.clock} name="Opening Hours" value={vendor.opening_hours} />
          <Tile icon={signs.phone} name="Contact" value={vendor.phone} phone />
          <Tile
            icon={signs.truck}
            name="Delivery"
            value={vendor.delivery_time}
            window_of={vendor.closed_text ? undefined : vendor.user_id}
          />
        </dl>
        {vendor.same_price && (
          <p className="border-t border-line bg-surface p-3 text-sm font-semibold text-good sm:px-4">{SAME_PRICE}</p>
        )}
        {kept_percent !== null && (
          <p className="border-t border-line bg-surface p-3 text-sm sm:px-4">
            <strong className="money">{kept_percent} %</strong> of its orders came by the time we promised, in four
            weeks.
          </p>
        )}
      </header>
      {vendor.closed_text && (
        <p role="status" className="mt-4 rounded-control border border-line bg-warn-soft p-4 font-semibold text-warn">
          {vendor.closed_text}. You can look at the menu in the meantime.
        </p>
      )}
    </>,
  )

/** `window_of`: the kitchen whose window takes the place of the value once it is known. */
function Tile(props: {
  icon: string
  name: string
  value: string | null
  phone?: boolean
  window_of?: string | undefined
}) {
  const value = props.value ?? 'Not given'
  return (
    <div className="bg-surface p-3 sm:p-4">
      <dt className="flex items-center gap-2 text-sm text-ink-soft">
        <Icon path={props.icon} className="size-5 text-jollof" />
        {props.name}
      </dt>
      <dd className="mt-1 font-semibold">
        <span data-window={props.window_of} />
        <span>
          {props.phone && props.value ? (
            <a className="inline-block min-h-11" href={`tel:${props.value.replaceAll(' ', '')}`}>
              {value}
            </a>
          ) : (
            value
          )}
        </span>
      </dd>
    </div>
  )
}
