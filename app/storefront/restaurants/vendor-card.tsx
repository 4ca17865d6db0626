import { Link } from 'react-router'
import type { VendorCard as FullCard } from '../../../domain/catalog/vendor-lists.ts'
import { Rating } from '../../ui/rating.tsx'
import { VendorPhoto, vendor_card } from '../vendor-photo.tsx'

type Vendor = Omit<FullCard, 'found_dishes' | 'dishes_without' | 'same_price'>

export function VendorCard({ vendor, eager }: { vendor: Vendor & { told: string }; eager: boolean }) {
  return (
    <li>
      <Link to={`/restaurant/${vendor.slug}` satisfies Address} className={vendor_card}>
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
      </Link>
    </li>
  )
}

export function VendorCardSkeleton() {
  return (
    <li className="card overflow-hidden" aria-hidden="true">
      <div className="skeleton aspect-2/1 rounded-none sm:aspect-4/3" />
      <div className="space-y-2 p-4">
        <div className="skeleton h-5 w-2/3" />
        <div className="skeleton h-4 w-1/2" />
        <div className="skeleton h-4 w-1/4" />
      </div>
    </li>
  )
}
