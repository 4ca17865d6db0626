import type { PayoutRow } from './payout-view.server.ts'

/** What a payout waits for, or how it was paid, in a few words. */
export function TransferState({ payout }: { payout: PayoutRow }) {
  const { status, paid_by, transfer, held, approvals } = payout
  if (payout.made_besides) return <strong className="text-bad">A failed transfer was made after all</strong>
  if (status === 'Cancelled') return <span className="text-ink-soft">Nothing was sent</span>
  if (status === 'Paid') return <span>{paid_by === 'hand' ? 'By hand' : 'By transfer'}</span>
  return (
    <span className="grid gap-0.5">
      {held && <strong className="text-bad">Bank account changed</strong>}
      {transfer?.status === 'Failed' && <strong className="text-bad">Transfer failed</strong>}
      {transfer && transfer.status !== 'Failed' && (
        <span>
          {transfer.status === 'Queued'
            ? 'Transfer on its way'
            : transfer.unanswered
              ? 'No answer yet, asking again'
              : 'Transfer being sent'}
        </span>
      )}
      {!transfer && !held && <span>Waits for approval</span>}
      {approvals !== null && <span className="text-sm text-ink-soft">{approvals} of 2 approvals</span>}
    </span>
  )
}
