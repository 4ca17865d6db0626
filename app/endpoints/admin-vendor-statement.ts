import { vendorName } from '../../domain/catalog/admin-vendors.ts'
import { campusMonth } from '../../domain/clock.ts'
import { wholeStatement } from '../../domain/payouts/statement.ts'
import { requireAdmin } from '../account/require-role.ts'
import { services_context } from '../services.ts'
import { csvStream } from '../ui/csv-stream.server.ts'
import { notFoundUnless } from '../ui/opened-row.server.ts'
import { statement_heading, statementCells } from '../ui/statement-csv.server.ts'
import type { Route } from './+types/admin-vendor-statement'

/** Any vendor's statement as a CSV file, whole or of a month, for the admins. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { db } = context.get(services_context)
  await requireAdmin(context, request, 'see_money')
  notFoundUnless(await vendorName(db, params.id))
  const month = campusMonth(new URL(request.url).searchParams.get('month') ?? '')
  const name = `statement-${params.id}${month ? `-${month.name}` : ''}.csv`
  return csvStream(name, statement_heading, wholeStatement(db, params.id, month), statementCells)
}
