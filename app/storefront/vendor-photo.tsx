import type { VendorCard } from '../../domain/catalog/lists/vendor-lists.ts'
import { Picture } from '../ui/pictures/picture.tsx'

type VendorPhotoProps = {
  vendor: Pick<VendorCard, 'profile_photo' | 'open' | 'closed_text'>
  /** As in the HTML attribute `sizes`. */
  sizes: string
  eager?: boolean
  /** A badge in the corner. */
  children?: React.ReactNode
}

/** A restaurant's picture on a card: faded while it takes no orders, and saying why. */
export function VendorPhoto({ vendor, sizes, eager = false, children }: VendorPhotoProps) {
  return (
    <div className="relative">
      <Picture
        src={vendor.profile_photo}
        alt=""
        sizes={sizes}
        className={`aspect-2/1 w-full sm:aspect-4/3 ${vendor.open ? '' : 'opacity-60 [filter:grayscale(.5)]'}`}
        eager={eager}
      />
      {children}
      {vendor.closed_text && (
        <p
          className={
            'absolute inset-x-3 bottom-3 rounded-control bg-brand-strong px-3 py-1.5 text-sm font-semibold ' +
            'text-white'
          }
        >
          {vendor.closed_text}
        </p>
      )}
    </div>
  )
}

/** A card that is a link, to the page of its restaurant. */
export const vendor_card = 'card group flex h-full flex-col overflow-hidden transition-shadow hover:shadow-raised'
