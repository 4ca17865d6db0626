import { formatCampusDateTime } from '../../../domain/clock.ts'
import { formatNaira, kobo } from '../../../domain/money.ts'
import type { DifferenceRow } from '../../../domain/reconciliation/difference-list.ts'
import { difference_verbs } from '../../../domain/reconciliation/lifecycle.ts'
import { amountText } from '../../ui/amount-text.ts'

type Side = Readonly<Record<string, string | number | null>> | null
export type DifferenceView = ReturnType<typeof differenceView>

/** One difference in plain words, with what each side says and what can be done about it. */
export function differenceView(row: DifferenceRow) {
  const { id, kind, status, provider, provider_number, tx_ref, closed_by, outcome } = row
  return {
    id,
    kind,
    status,
    provider,
    provider_number,
    tx_ref,
    closed_by,
    outcome,
    what: sentence(row),
    ours: sideText(row.ours),
    theirs: sideText(row.theirs),
    found: formatCampusDateTime(row.found_at),
    closed: row.closed_at && formatCampusDateTime(row.closed_at),
    verbs: status === 'Open' ? difference_verbs[kind] : [],
  }
}

function sentence({ kind, provider_number, ours, theirs }: DifferenceRow): string {
  switch (kind) {
    case 'missing_here':
      return `The provider has a successful payment of ${moneyOf(theirs)} that we do not have.`
    case 'missing_there':
      return `We have a payment of ${moneyOf(ours)} that the provider does not list.`
    case 'amount':
      return `We booked ${moneyOf(ours)}, the provider says ${moneyOf(theirs)}.`
    case 'currency':
      return `We booked ${ours?.['currency']}, the provider says ${theirs?.['currency']}.`
    case 'status':
      return `We booked a payment of ${moneyOf(ours)} that the provider calls ${theirs?.['status']}.`
    case 'fee':
      return `We booked ${feeOf(ours)} as the provider’s fee, the provider says ${feeOf(theirs)}.`
    case 'refund_missing_here':
      return `The provider gave ${moneyOf(theirs)} back, and we know of no such refund.`
    case 'refund_missing_there':
      return `We booked a refund of ${moneyOf(ours)} as done that the provider does not list.`
    case 'refund_amount':
      return `We asked for a refund of ${moneyOf(ours)}, the provider says ${moneyOf(theirs)}.`
    case 'refund_status':
      return `The provider made a refund of ${moneyOf(theirs)} ${madeTooWords(ours, provider_number)}`
    case 'transfer_missing_here':
      return `The provider sent ${moneyOf(theirs)} to a bank account, and we know of no such transfer.`
  }
}

/** What we say of a refund that the provider made all the same. */
function madeTooWords(ours: Side, number: string): string {
  if (ours?.['status'] === 'Paid by hand') return 'that was paid by hand too.'
  if (ours?.['status'] === 'Given back by the bank') return 'that the customer’s bank had given back already.'
  if (ours?.['status'] !== 'Failed') return `twice, also as its refund ${ours?.['provider_refund_id']}.`
  return ours['provider_refund_id'] === number
    ? 'that had failed. “Send it again” takes it for done, and nothing more is sent.'
    : 'that had failed.'
}

function sideText(side: Side): string {
  if (!side) return 'Nothing'
  const fee = typeof side['fee_kobo'] === 'number' ? `, fee ${formatNaira(kobo(side['fee_kobo']))}` : ''
  return `${moneyOf(side)}${fee}, ${side['status']}`
}

const moneyOf = (side: Side) =>
  amountText(kobo(Number(side?.['amount_kobo'] ?? 0)), String(side?.['currency'] ?? 'NGN'))
const feeOf = (side: Side) =>
  side?.['fee_kobo'] === null || side?.['fee_kobo'] === undefined
    ? 'nothing'
    : formatNaira(kobo(Number(side['fee_kobo'])))
