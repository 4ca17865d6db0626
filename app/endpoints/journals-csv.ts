import { formatCampusDateTime } from '../../domain/clock.ts'
import { kobo, nairaDecimal } from '../../domain/money.ts'
import { journalsOfMonth, type ListedJournal } from '../../domain/payments/journal-list.ts'
import { adminLoader } from '../admin/admin-screen.server.ts'
import { csvStream } from '../ui/lists/csv-stream.server.ts'
import { chosenMonth } from '../ui/statements/chosen-month.server.ts'

const heading = ['Journal', 'Date', 'Kind', 'Subject', 'Account', 'Debit (NGN)', 'Credit (NGN)', 'Order']

/** Every entry of a month's journals as a CSV file, newest journal first. */
export const loader = adminLoader(({ db, now, query }) => {
  const { month } = chosenMonth(query, now)
  return csvStream(`journals-${month.name}.csv`, heading, journalsOfMonth(db, month), cellsOf)
}, 'see_money')

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
