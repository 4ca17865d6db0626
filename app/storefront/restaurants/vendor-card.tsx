import type { VendorCard as FullCard } from '../../../domain/catalog/lists/vendor-lists.ts'
import { Rating } from '../../ui/rating.tsx'
import { VendorPhoto, vendor_card } from '../vendor-photo.tsx'

/** With what is told of it beside its name. */
export type VendorOnCard = Omit<FullCard, 'found_dishes' | 'dishes_without' | 'same_price'> & { told: string }

export function VendorCard({ vendor, eager }: { vendor: VendorOnCard; eager: boolean }) {
  return (
    <li>
      <a href={`/restaurant/${vendor.slug}` satisfies Address} className={vendor_card}>
        <VendorPhoto
          vendor={vendor}
          sizes="(min-width: 1024px) 23rem, (min-width: 640px) 50vw, calc(100vw - 2rem)"
          eager={eager}
        >
          <p data-kitchen={vendor.user_id} />
        </VendorPhoto>
        <div className="flex grow flex-col gap-1 p-4">
          <div className="flex items-start justify-between gap-2">
            <h2 className="text-lg font-bold group-hover:text-link">{vendor.name}</h2>
            <Rating value={vendor.rating} count={vendor.rating_count} />
          </div>
          <p className="text-sm text-ink-soft">{[vendor.category, vendor.landmark].filter(Boolean).join(' · ')}</p>
          <p className="text-sm">{vendor.told}</p>
          <p className="mt-auto min-h-11 pt-1 text-sm font-semibold text-good">
            <span data-window={vendor.closed_text ? undefined : vendor.user_id} />
            <span>{vendor.delivery_time}</span>
          </p>
        </div>
      </a>
    </li>
  )
}
