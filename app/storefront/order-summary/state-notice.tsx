import { brand } from '../../../domain/brand.ts'
import { formatNaira } from '../../../domain/money.ts'
import { Notice } from '../../ui/notice.tsx'
import type { Summary } from './summary-view.server.ts'

/** What the server knows of money that arrived or is too late, in words. */
export function StateNotice({ summary }: { summary: Summary }) {
  const help = `${brand.support_phone}, reference ${summary.tx_ref}`
  switch (summary.state) {
    case 'refunding':
      return (
        <Notice kind="warn">
          {summary.notes.join(' ')} Questions: {help}
        </Notice>
      )
    case 'review':
      return (
        <Notice kind="warn">
          Your money arrived, but not as expected (for instance less than {formatNaira(summary.total)}). One of us is
          looking at it and will call you. Questions: {help}
        </Notice>
      )
    case 'expired':
      return (
        <Notice kind="warn">
          This order was not paid in time. You can still pay it now, as long as the kitchen is open.
        </Notice>
      )
    default:
      return null
  }
}
