import { formatCsv } from '../../domain/catalog/csv.ts'
import { formatCampusDateTime } from '../../domain/clock.ts'
import { nairaDecimal } from '../../domain/money.ts'
import { type StatementLine, wholeStatement } from '../../domain/payouts/statement.ts'
import { requireVendor } from '../account/require-role.ts'
import { services_context } from '../services.ts'
import type { Route } from './+types/vendor-statement'

const heading = ['Date', 'What', 'Order', 'Payout', 'Money in (NGN)', 'Money out (NGN)', 'Balance (NGN)']

/** A vendor's whole statement as a CSV file, sent portion by portion while it is read. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(services_context)
  const { user_id } = await requireVendor(context, request)
  const portions = wholeStatement(db, user_id)
  const encoder = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(formatCsv([heading])))
    },
    async pull(controller) {
      const { value, done } = await portions.next()
      if (done) return controller.close()
      // Only the file's beginning carries the mark that says UTF-8.
      controller.enqueue(encoder.encode(formatCsv(value.map(row)).replace(/^\uFEFF/, '')))
    },
    async cancel() {
      await portions.return(undefined)
    },
  })
  return new Response(stream, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="statement.csv"',
      'cache-control': 'no-store',
    },
  })
}

/** In and out stand in columns of their own, so that no figure begins with a minus, which the file's guard would quote. */
function row(line: StatementLine): string[] {
  return [
    formatCampusDateTime(line.recorded_at),
    line.kind,
    String(line.order_id ?? ''),
    String(line.payout_id ?? ''),
    line.amount > 0 ? nairaDecimal(line.amount) : '',
    line.amount < 0 ? nairaDecimal(-line.amount) : '',
    nairaDecimal(line.balance),
  ]
}
