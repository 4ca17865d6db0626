import { Link } from 'react-router'
import type { VendorCard as Vendor } from '../../../domain/catalog/vendor-lists.ts'
import { Picture } from '../../ui/picture.tsx'
import { Rating } from '../../ui/rating.tsx'

export function VendorCard({ vendor, eager }: { vendor: Vendor; eager: boolean }) {
  return (
    <li>
      <Link
        to={`/restaurant/${vendor.user_id}`}
        className="card group flex h-full flex-col overflow-hidden transition-shadow hover:shadow-raised"
      >
        <div className="relative">
          <Picture
            src={vendor.profile_photo}
            alt=""
            sizes="(min-width: 1024px) 23rem, (min-width: 640px) 50vw, 100vw"
            className={`aspect-4/3 w-full ${vendor.open ? '' : 'opacity-60 grayscale-50'}`}
            eager={eager}
          />
          {vendor.closed_text && (
            <p className="absolute inset-x-3 bottom-3 rounded-control bg-brand-strong px-3 py-1.5 text-sm font-semibold text-white">
              {vendor.closed_text}
            </p>
          )}
        </div>
        <div className="flex grow flex-col gap-1 p-4">
          <div className="flex items-start justify-between gap-2">
            <h2 className="text-lg font-bold group-hover:text-link">{vendor.name}</h2>
            <Rating value={vendor.rating} />
          </div>
          <p className="text-sm text-ink-soft">
            {[vendor.category, vendor.landmark].filter(Boolean).join(' · ')}
          </p>
          {vendor.found_dishes.length > 0 && <p className="text-sm">Has {vendor.found_dishes.join(', ')}</p>}
          {vendor.delivery_time && (
            <p className="mt-auto pt-1 text-sm font-semibold text-good">{vendor.delivery_time}</p>
          )}
        </div>
      </Link>
    </li>
  )
}

export function VendorCardSkeleton() {
  return (
    <li className="card overflow-hidden" aria-hidden="true">
      <div className="skeleton aspect-4/3 rounded-none" />
      <div className="space-y-2 p-4">
        <div className="skeleton h-5 w-2/3" />
        <div className="skeleton h-4 w-1/2" />
        <div className="skeleton h-4 w-1/4" />
      </div>
    </li>
  )
}
