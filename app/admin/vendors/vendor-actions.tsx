import { canMoveVendor, HIGHEST_COMMISSION_PERCENT } from '../../../domain/catalog/lifecycle.ts'
import { ACT_MINUTES } from '../../../domain/kitchen-roles.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { Decisions } from '../../ui/forms/confirm-with-reason.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import type { VendorDetails } from './vendor-view.server.ts'

type VendorActionsProps = { vendor: VendorDetails; landmarks: readonly string[] }

/** What an admin can decide about a vendor as it stands. */
export function VendorActions(props: VendorActionsProps) {
  const { vendor } = props
  const subject = { name: 'vendor_id', value: vendor.user_id }
  return (
    <section aria-label="Actions" className="flex flex-wrap items-start gap-2">
      {canMoveVendor('activate', vendor.status) && (
        <ActionForm intent="activate" subject={subject} look="brand" button="Activate" busy="Activating…" />
      )}
      <Decisions
        subject={subject}
        of={[
          canMoveVendor('deactivate', vendor.status) && {
            intent: 'deactivate',
            ask: 'Deactivate…',
            what: 'The registration is turned down. The owner is told why, and cannot sell.',
            ...{ button: 'Deactivate', busy: 'Saving…', reason: owner_reads },
          },
          canMoveVendor('suspend', vendor.status) && {
            intent: 'suspend',
            ask: 'Suspend…',
            what:
              'Customers no longer find it, and the owner is logged out everywhere. Paid orders stay, for you to ' +
              'deliver or cancel; what it earned stays owed.',
            ...{ button: 'Suspend this vendor', busy: 'Suspending…', reason: owner_reads },
          },
          canMoveVendor('restore', vendor.status) && {
            intent: 'restore',
            ask: 'Restore…',
            what: 'Customers find it again, and the owner can log in.',
            ...{ button: 'Restore this vendor', busy: 'Restoring…' },
          },
          vendor.locked && {
            intent: 'unlock',
            ask: 'Unlock registration…',
            what:
              'The owner can correct the business and bank data once. A changed bank account holds its payouts ' +
              'until you have looked at it.',
            ...{ button: 'Unlock', busy: 'Unlocking…' },
          },
          {
            intent: 'act_for',
            ask: 'Act for this kitchen…',
            what:
              `You use its own screens for ${ACT_MINUTES} minutes: orders, menu, hours and pauses. What you do is ` +
              'written down with your name, and the kitchen reads it. Its payouts, bank account and staff stay out ' +
              'of reach.',
            ...{ button: 'Act for it', busy: 'Opening…', reason: { label: 'Why?', hint: 'The kitchen reads it.' } },
          },
          {
            intent: 'commission',
            version: vendor.versions.commission,
            ask: 'Commission…',
            what: 'What the platform keeps of this vendor’s sales, for orders that are paid from now on.',
            ...{ button: 'Save commission', busy: 'Saving…', children: <Commission vendor={vendor} /> },
          },
          {
            intent: 'place',
            version: vendor.versions.place,
            ask: 'Correct the place…',
            what: 'Delivery fees are measured from these coordinates, or from the landmark where there are none.',
            ...{ button: 'Save place', busy: 'Saving…', children: <Place {...props} /> },
          },
        ]}
      />
    </section>
  )
}

const owner_reads = { label: 'Why?', hint: 'The owner reads it.' }

function Commission({ vendor }: { vendor: VendorDetails }) {
  return (
    <Field
      name="percent"
      label={`Percent, 0 to ${HIGHEST_COMMISSION_PERCENT}`}
      hint="Empty: the usual rate."
      inputMode="decimal"
      maxLength={5}
      autoComplete="off"
      defaultValue={vendor.commission_percent ?? ''}
    />
  )
}

function Place({ vendor, landmarks }: VendorActionsProps) {
  return (
    <>
      <SelectField name="landmark" label="Landmark" defaultValue={vendor.landmark ?? landmarks[0]}>
        {landmarks.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <Coordinate name="latitude" label="Latitude" value={vendor.latitude} />
      <Coordinate name="longitude" label="Longitude" value={vendor.longitude} />
    </>
  )
}

function Coordinate({ name, label, value }: { name: string; label: string; value: number | null }) {
  return (
    <Field name={name} label={label} inputMode="decimal" maxLength={20} autoComplete="off" defaultValue={value ?? ''} />
  )
}
