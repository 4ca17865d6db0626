import { renderToStaticMarkup } from 'react-dom/server'
import { brand } from '../../../domain/brand.ts'
import { type PushOffer, pushOffer } from './push-offer.server.tsx'

/**
 * The end of the tracking page: whom to ask, and for the phone of an order that is not over the offer of being told
 * there (`rings`). That comes last, since it shows late: what stands above does not move from beneath a finger.
 */
export function pageEnd(rings: PushOffer | null): string {
  return renderToStaticMarkup(<Help />) + (rings === null ? '' : pushOffer(rings))
}

const Help = () => (
  <p className="mt-6 text-ink-soft">
    Something wrong? Call{' '}
    <a className="text-link underline" href={`tel:${brand.support_phone.replaceAll(' ', '')}`}>
      {brand.support_phone}
    </a>{' '}
    or write to{' '}
    <a className="text-link underline" href={`mailto:${brand.support_email}`}>
      {brand.support_email}
    </a>
    ; tell us the order number.
  </p>
)
