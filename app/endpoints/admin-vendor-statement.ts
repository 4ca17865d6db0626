import { vendorName } from '../../domain/catalog/admin-vendors.ts'
import { campusMonth } from '../../domain/clock.ts'
import { wholeStatement } from '../../domain/payouts/statement.ts'
import { adminLoader } from '../admin/admin-screen.server.ts'
import { csvStream } from '../ui/lists/csv-stream.server.ts'
import { notFoundUnless } from '../ui/lists/opened-row.server.ts'
import { statement_heading, statementCells } from '../ui/statements/statement-csv.server.ts'

/** Any vendor's statement as a CSV file, whole or of a month, for the admins. */
export const loader = adminLoader(async ({ db, query, id }) => {
  notFoundUnless(await vendorName(db, id))
  const month = campusMonth(query.get('month') ?? '')
  const name = `statement-${id}${month ? `-${month.name}` : ''}.csv`
  return csvStream(name, statement_heading, wholeStatement(db, id, month), statementCells)
}, 'see_money')
