import { campusMonth } from '../../domain/clock.ts'
import { wholeStatement } from '../../domain/payouts/statement.ts'
import { requireVendor } from '../account/require-role.ts'
import { services_context } from '../services.ts'
import { csvStream } from '../ui/csv-stream.server.ts'
import { statement_heading, statementCells } from '../ui/statement-csv.server.ts'
import type { Route } from './+types/vendor-statement'

/** A vendor's whole statement, or that of a month, as a CSV file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(services_context)
  const { vendor_id } = (await requireVendor(context, request, 'take_money')).kitchen
  const month = campusMonth(new URL(request.url).searchParams.get('month') ?? '')
  const name = month ? `statement-${month.name}.csv` : 'statement.csv'
  return csvStream(name, statement_heading, wholeStatement(db, vendor_id, month), statementCells)
}
