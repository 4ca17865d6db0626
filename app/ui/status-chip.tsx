const looks: Readonly<Record<string, string>> = {
  Pending: 'bg-warn-soft text-warn',
  Waiting: 'bg-warn-soft text-warn',
  Offered: 'bg-warn-soft text-warn',
  Assigned: 'bg-good-soft text-good',
  'At vendor': 'bg-good-soft text-good',
  // What is wrong with a delivery.
  'Cannot be handed over': 'bg-bad-soft text-bad',
  Late: 'bg-bad-soft text-bad',
  'At risk': 'bg-warn-soft text-warn',
  'No rider': 'bg-bad-soft text-bad',
  'Declined by all': 'bg-bad-soft text-bad',
  Stuck: 'bg-warn-soft text-warn',
  Accepted: 'bg-warn-soft text-warn',
  Completed: 'bg-good-soft text-good',
  'Picked up': 'bg-good-soft text-good',
  Delivered: 'bg-good-soft text-good',
  Paid: 'bg-good-soft text-good',
  Active: 'bg-good-soft text-good',
  Inactive: 'bg-bad-soft text-bad',
  Done: 'bg-good-soft text-good',
  Asked: 'bg-warn-soft text-warn',
  Sent: 'bg-warn-soft text-warn',
  Successful: 'bg-good-soft text-good',
  Queued: 'bg-warn-soft text-warn',
  Failed: 'bg-bad-soft text-bad',
  Wrong: 'bg-bad-soft text-bad',
  Undelivered: 'bg-bad-soft text-bad',
  Held: 'bg-warn-soft text-warn',
  Cancelled: 'bg-bad-soft text-bad',
  // A transaction of the provider, in its own words.
  successful: 'bg-good-soft text-good',
  failed: 'bg-bad-soft text-bad',
  abandoned: 'bg-warn-soft text-warn',
  // A difference from the provider's list, or money that a person must look at.
  Open: 'bg-warn-soft text-warn',
  Approved: 'bg-good-soft text-good',
  Refused: 'bg-bad-soft text-bad',
  Resolved: 'bg-good-soft text-good',
  // A case whose time has come.
  Due: 'bg-bad-soft text-bad',
  // A landmark whose place somebody confirmed, or not.
  Verified: 'bg-good-soft text-good',
  'Not verified': 'bg-warn-soft text-warn',
}

/** Where an order, a payout or a transfer stands, as a coloured word. */
export function StatusChip({ status }: { status: string }) {
  return (
    <span
      className={`inline-block rounded-full px-3 py-0.5 text-sm font-bold whitespace-nowrap ${
        looks[status] ?? 'bg-sunken text-ink'
      }`}
    >
      {status}
    </span>
  )
}
