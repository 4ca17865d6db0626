import { kitchenSlug } from '../../domain/catalog/lists/slug.ts'
import { campusMonth } from '../../domain/clock.ts'
import { wholeStatement } from '../../domain/payouts/statement.ts'
import { otherKitchensFile } from '../account/meant-file.server.ts'
import { requireVendor } from '../account/require-role.ts'
import { services_context } from '../services.ts'
import { csvStream } from '../ui/lists/csv-stream.server.ts'
import { statement_heading, statementCells } from '../ui/statements/statement-csv.server.ts'
import type { Route } from './+types/vendor-statement'

/** A vendor's whole statement, or that of a month, as a CSV file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(services_context)
  const elsewhere = otherKitchensFile(await requireVendor(context, request), request)
  if (elsewhere) return elsewhere
  const { vendor_id } = (await requireVendor(context, request, 'take_money')).kitchen
  const month = campusMonth(new URL(request.url).searchParams.get('month') ?? '')
  const slug = await kitchenSlug(db, vendor_id)
  const name = month ? `statement-${slug}-${month.name}.csv` : `statement-${slug}.csv`
  return csvStream(name, statement_heading, wholeStatement(db, vendor_id, month), statementCells)
}
