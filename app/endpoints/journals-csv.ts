import { formatCampusDateTime } from '../../domain/clock.ts'
import { kobo, nairaDecimal } from '../../domain/money.ts'
import { journalsOfMonth, type ListedJournal } from '../../domain/payments/journal-list.ts'
import { requireAdmin } from '../account/require-role.ts'
import { services_context } from '../services.ts'
import { chosenMonth } from '../ui/chosen-month.server.ts'
import { csvStream } from '../ui/csv-stream.server.ts'
import type { Route } from './+types/journals-csv'

const heading = ['Journal', 'Date', 'Kind', 'Subject', 'Account', 'Debit (NGN)', 'Credit (NGN)', 'Order']

/** Every entry of a month's journals as a CSV file, newest journal first. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock } = context.get(services_context)
  await requireAdmin(context, request, 'see_money')
  const { month } = chosenMonth(new URL(request.url).searchParams, clock.now())
  return csvStream(`journals-${month.name}.csv`, heading, journalsOfMonth(db, month), cellsOf)
}

function cellsOf(journal: ListedJournal): string[][] {
  return journal.entries.map(({ account, amount, order_id }) => [
    String(journal.id),
    formatCampusDateTime(journal.recorded_at),
    journal.kind,
    journal.subject,
    account,
    amount > 0 ? nairaDecimal(amount) : '',
    amount < 0 ? nairaDecimal(kobo(-amount)) : '',
    String(order_id ?? ''),
  ])
}
