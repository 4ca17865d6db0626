import { formatCampusDateTime } from '../../../domain/clock.ts'
import { statementPage, vendorBalanceAt } from '../../../domain/payouts/statement.ts'
import type { AppServices } from '../../services.ts'
import { chosenMonth } from './chosen-month.server.ts'

/** What a vendor's statement of a month shows: the balances at both ends, and a page of what happened between. */
export async function monthStatement(
  { db, clock }: Pick<AppServices, 'db' | 'clock'>,
  vendor_id: string,
  query: URLSearchParams,
) {
  const { month, choice } = chosenMonth(query, clock.now())
  const before = query.get('before') ?? ''
  const [page, opening, closing] = await Promise.all([
    statementPage(db, vendor_id, /^\d{1,15}$/.test(before) ? Number(before) : undefined, month),
    vendorBalanceAt(db, vendor_id, month.from),
    vendorBalanceAt(db, vendor_id, month.until),
  ])
  return {
    month: choice,
    opening,
    closing,
    lines: page.lines.map((line) => ({ ...line, recorded_at: formatCampusDateTime(line.recorded_at) })),
    next: page.next,
    first: before === '',
  }
}
