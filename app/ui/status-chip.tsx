const looks: Readonly<Record<string, string>> = {
  Pending: 'bg-warn-soft text-warn',
  Accepted: 'bg-warn-soft text-warn',
  Completed: 'bg-good-soft text-good',
  'Picked up': 'bg-good-soft text-good',
  Delivered: 'bg-good-soft text-good',
  Paid: 'bg-good-soft text-good',
  Cancelled: 'bg-bad-soft text-bad',
}

/** Where an order or a payout stands, as a coloured word. */
export function StatusChip({ status }: { status: string }) {
  return (
    <span
      className={`inline-block rounded-full px-3 py-0.5 text-sm font-bold whitespace-nowrap ${looks[status] ?? 'bg-sunken text-ink'}`}
    >
      {status}
    </span>
  )
}
