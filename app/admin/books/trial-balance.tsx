import { formatNaira, type Kobo, sumKobo } from '../../../domain/money.ts'
import type { AccountMovement } from '../../../domain/payments/account-movements.ts'
import { type Column, DataTable } from '../../ui/lists/data-table.tsx'
import { accountName } from './account-names.ts'

/** Every account with its month; the last row says that they sum to zero. */
export function TrialBalance({ movements }: { movements: readonly AccountMovement[] }) {
  const total = (of: (movement: AccountMovement) => Kobo) => sumKobo(movements.map(of))
  const sum: AccountMovement = {
    account: 'Sum',
    opening_kobo: total((row) => row.opening_kobo),
    debits_kobo: total((row) => row.debits_kobo),
    credits_kobo: total((row) => row.credits_kobo),
    closing_kobo: total((row) => row.closing_kobo),
  }
  return (
    <>
      <DataTable
        caption="Every account of the books: balance before the month, what came and went, balance at its end"
        rows={[...movements, sum]}
        keyOf={(row) => row.account}
        columns={columns}
      />
      <p className="mt-2 text-sm text-ink-soft">
        Plus is money that somebody holds for us or that we spent, minus is money that we owe or earned.{' '}
        {sum.closing_kobo === 0
          ? 'Together they are zero, as they must be.'
          : 'Together they must be zero, and are not.'}
      </p>
    </>
  )
}

const amount = (name: string, of: (row: AccountMovement) => Kobo): Column<AccountMovement> => ({
  name,
  className: 'money whitespace-nowrap',
  cell: (row) => formatNaira(of(row)),
})

const columns: readonly Column<AccountMovement>[] = [
  { name: 'Account', names_row: true, cell: (row) => accountName(row.account) },
  amount('Before', (row) => row.opening_kobo),
  amount('In', (row) => row.debits_kobo),
  amount('Out', (row) => row.credits_kobo),
  amount('At the end', (row) => row.closing_kobo),
]
