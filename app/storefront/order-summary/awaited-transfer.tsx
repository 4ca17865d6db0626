import { formatNaira, type Kobo } from '../../../domain/money.ts'
import { Notice } from '../../ui/notice.tsx'
import type { Summary } from './summary-view.server.ts'

/** The account at which a bank transfer is awaited; it stays in view when the payment window is gone. */
export function AwaitedTransfer(props: { transfer: NonNullable<Summary['transfer']>; total: Kobo }) {
  const { account_number, bank_name, until } = props.transfer
  return (
    <Notice kind="warn">
      <p>Your transfer can still come. Send exactly this amount, once, until {until}:</p>
      <dl className="mt-3 grid grid-cols-[fit-content(45%)_1fr] gap-x-4 gap-y-1.5 text-ink">
        <dt>Amount</dt>
        <dd className="money">{formatNaira(props.total)}</dd>
        <dt>Account number</dt>
        <dd className="money text-lg">{account_number}</dd>
        <dt>Bank</dt>
        <dd>{bank_name}</dd>
      </dl>
      <p className="mt-3">
        Sent it already? Then wait here, or close this page: we keep asking your bank and send you an SMS.
      </p>
    </Notice>
  )
}
