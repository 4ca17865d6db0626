import { formatCampusDateTime } from '../../../domain/clock.ts'
import { kobo, nairaDecimal } from '../../../domain/money.ts'
import type { StatementLine } from '../../../domain/payouts/statement.ts'

export const statement_heading = [
  'Date',
  'What',
  'Order',
  'Payout',
  'Money in (NGN)',
  'Money out (NGN)',
  'Balance (NGN)',
  'Sold for (NGN)',
] as const

/**
 * Money in and money out have columns of their own, so that no figure begins with a minus: the file's guard against
 * formulas would quote it.
 */
export function statementCells(line: StatementLine): string[][] {
  return [
    [
      formatCampusDateTime(line.recorded_at),
      line.kind,
      String(line.order_id ?? ''),
      String(line.payout_id ?? ''),
      line.amount > 0 ? nairaDecimal(line.amount) : '',
      line.amount < 0 ? nairaDecimal(kobo(-line.amount)) : '',
      nairaDecimal(line.balance_kobo),
      line.sold_kobo === null ? '' : nairaDecimal(line.sold_kobo),
    ],
  ]
}
