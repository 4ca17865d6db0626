import { Link } from 'react-router'
import { formatNaira } from '../../../domain/money.ts'
import { DetailsDialog, Facts, Section } from '../../ui/details-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Picture } from '../../ui/pictures/picture.tsx'
import { Decisions } from '../decisions.tsx'
import { PhoneLink } from '../phone-link.tsx'
import { VendorActions } from './vendor-actions.tsx'
import type { VendorDetails } from './vendor-view.server.ts'

/** All that is known of a vendor, what can be decided about it, and what was. */
export function VendorDialog(props: { vendor: VendorDetails; landmarks: readonly string[]; close_to: string }) {
  const { vendor, landmarks, close_to } = props
  const { latitude, longitude } = vendor
  return (
    <DetailsDialog title={vendor.name ?? vendor.email} status={vendor.status} close_to={close_to}>
      {vendor.suspended_reason && <Notice kind="warn">{vendor.suspended_reason}</Notice>}
      <VendorActions vendor={vendor} landmarks={landmarks} />
      {vendor.profile_photo && (
        <Picture
          src={vendor.profile_photo}
          alt=""
          sizes="224px"
          className="h-32 w-full max-w-56 rounded-control object-cover"
        />
      )}
      <Facts
        facts={[
          ['Name', vendor.name],
          ['Email', vendor.email],
          ['Phone', vendor.phone && <PhoneLink key="phone" number={vendor.phone} />],
          ['Category', vendor.category],
          ['Description', vendor.description],
          ['Address', vendor.address],
          ['Landmark', vendor.landmark],
          [
            'Coordinates',
            latitude !== null && longitude !== null && (
              <a
                key="map"
                className="text-link underline"
                href={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=18/${latitude}/${longitude}`}
                target="_blank"
                rel="noreferrer"
              >
                {latitude}, {longitude}
              </a>
            ),
          ],
          ['Opening Hours', vendor.opening_hours],
          ['Delivery', vendor.delivery_time],
          ['Preparation', `${vendor.preparation_minutes} minutes`],
          ['Rating', vendor.rating],
          ['Average Price', vendor.avg_price !== null && formatNaira(vendor.avg_price)],
          ['Commission', vendor.commission_percent === null ? 'The usual rate' : `${vendor.commission_percent} %`],
          ['Since', vendor.since],
        ]}
      />
      <Section name="Bank account">
        <Facts
          facts={[
            ['Bank', vendor.bank_name],
            ['Account Number', vendor.account_number],
            ['Account Name', vendor.account_name],
            vendor.bank_changed && ['Changed', vendor.bank_changed],
            ['Registration', vendor.unlocked ? `Unlocked since ${vendor.unlocked}` : lockWords(vendor.locked)],
          ]}
        />
      </Section>
      <p>
        <Link className="text-link underline" to={`/admin/orders?vendor=${vendor.user_id}` satisfies Address}>
          Orders of this vendor
        </Link>
        {' · '}
        <Link className="text-link underline" to={`/admin/books/vendor/${vendor.user_id}` satisfies Address}>
          Its statement
        </Link>
        {' · '}
        <Link className="text-link underline" to={`/admin/cases?about=kitchen:${vendor.user_id}` satisfies Address}>
          Cases
        </Link>
      </p>
      <Decisions decisions={vendor.decisions} />
    </DetailsDialog>
  )
}

function lockWords(locked: boolean): string {
  return locked ? 'Locked' : 'Not finished'
}
