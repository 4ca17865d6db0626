import { brand } from '../../../domain/brand.ts'
import { campusDate, formatCampusDateTime } from '../../../domain/clock.ts'
import { placeIn } from '../../../domain/keyset.ts'
import { accountMovements } from '../../../domain/payments/account-movements.ts'
import { listJournals } from '../../../domain/payments/journal-list.ts'
import { buttonClass } from '../../ui/button.tsx'
import { AnswerBoard } from '../../ui/forms/answer-board.tsx'
import { ConfirmWithReason } from '../../ui/forms/confirm-with-reason.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { ListFrame } from '../../ui/lists/list-frame.tsx'
import { chosenMonth } from '../../ui/statements/chosen-month.server.ts'
import { MonthSteps } from '../../ui/statements/month-steps.tsx'
import { adminAction, adminLoader } from '../admin-screen.server.ts'
import type { Route } from './+types/books'
import { booksAction } from './books-action.server.ts'
import { JournalTable } from './journal-table.tsx'
import { TrialBalance } from './trial-balance.tsx'

export const meta: Route.MetaFunction = () => [{ title: `Books - ${brand.name}` }]

export const loader = adminLoader(async ({ db, now, query }) => {
  const { month, choice } = chosenMonth(query, now)
  const [movements, journals] = await Promise.all([
    accountMovements(db, month),
    listJournals(db, month, placeIn(query)),
  ])
  return {
    month: choice,
    today: campusDate(now),
    movements,
    journals: {
      ...journals,
      rows: journals.rows.map((row) => ({ ...row, recorded_at: formatCampusDateTime(row.recorded_at) })),
    },
  }
})

export const action = adminAction(booksAction)

export default function Books({ loaderData }: Route.ComponentProps) {
  const { month, today, movements, journals } = loaderData
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="mr-auto text-3xl font-extrabold">Books</h1>
        <a
          href={`/admin/books/journals.csv?month=${month.name}` satisfies Address}
          className={buttonClass('brand')}
          download
        >
          Download CSV
        </a>
      </div>
      <MonthSteps path="/admin/books" month={month} />
      {movements.length === 0 ? (
        <p className="card p-8 text-center font-semibold">Nothing was booked by the end of this month.</p>
      ) : (
        <TrialBalance movements={movements} />
      )}
      <div className="mt-5 grid gap-3">
        <AnswerBoard>
          <ConfirmWithReason
            intent="bank_settlement"
            ask="The provider paid to our bank…"
            what="Money that the payment provider held for us has arrived in our bank account."
            button="Record it"
            busy="Saving…"
          >
            <Field name="amount" label="Amount in naira" inputMode="decimal" required autoComplete="off" />
            <Field name="reference" label="Reference" required maxLength={100} autoComplete="off" />
            <Field name="settled_on" label="Arrived on" type="date" required max={today} />
          </ConfirmWithReason>
        </AnswerBoard>
      </div>
      <h2 className="mt-8 text-xl font-bold">Journals</h2>
      <ListFrame
        action="/admin/books"
        page={journals}
        narrowed={false}
        things="journals"
        empty_hint="Everything that moves money in this month is listed here."
      >
        <JournalTable journals={journals.rows} />
      </ListFrame>
    </>
  )
}
