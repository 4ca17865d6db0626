import { Lock } from 'lucide-react'
import { Facts } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Titled } from '../../ui/titled.tsx'

type Text = string | null

/** The registration once it is locked, to be read and not to be changed. */
export function Summary(props: {
  vendor: {
    name: Text
    category: Text
    phone: Text
    address: Text
    landmark: Text
    description: Text
    bank_name: Text
    account_number: Text
    account_name: Text
    status: 'Pending' | 'Active' | 'Inactive'
  }
}) {
  const { vendor } = props
  return (
    <Titled id="summary-heading" title="Registration" className="card space-y-4 p-4 sm:p-6">
      {vendor.status === 'Pending' && (
        <Notice kind="warn">
          Your kitchen waits for approval. Customers see it once it is active, and can order while it is open.
        </Notice>
      )}
      {vendor.status === 'Inactive' && (
        <Notice kind="bad">Your kitchen was deactivated: customers cannot see it. Please write to us.</Notice>
      )}
      <p className="flex items-center gap-2 text-ink-soft">
        <Lock aria-hidden="true" size={18} /> You can’t edit after submission.
      </p>
      <Facts
        facts={[
          ['Business Name', vendor.name],
          ['Category', vendor.category],
          ['Phone', vendor.phone],
          ['Address', vendor.address],
          ['Landmark', vendor.landmark],
          ['Description', vendor.description],
          ['Bank', vendor.bank_name],
          ['Account Number', vendor.account_number],
          ['Account Name', vendor.account_name],
          ['Status', vendor.status],
        ]}
      />
    </Titled>
  )
}
