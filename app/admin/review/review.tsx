import { brand } from '../../../domain/brand.ts'
import { findReview, listReviews, listSentBack } from '../../../domain/checkout/review-list.ts'
import { placeIn } from '../../../domain/keyset.ts'
import { requireAdmin } from '../../account/require-role.ts'
import { services_context } from '../../services.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { ListFrame } from '../../ui/list-frame.tsx'
import { notFoundUnless } from '../../ui/opened-row.server.ts'
import { SearchForm } from '../../ui/search-form.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { useListAddress } from '../../ui/use-list-address.ts'
import { viewColumn } from '../../ui/view-column.tsx'
import { adminAction } from '../admin-action.server.ts'
import { seesOf } from '../sees.ts'
import type { Route } from './+types/review'
import { reviewAction } from './review-action.server.ts'
import { ReviewDialog } from './review-dialog.tsx'
import { type ReviewView, reviewDetails, reviewView, type SentBackView, sentBackView } from './review-view.server.ts'

export const meta: Route.MetaFunction = () => [{ title: `Review list - ${brand.name}` }]

const filters = ['Open', 'Decided', 'Sent back by itself'] as const

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(services_context)
  const sees = seesOf(await requireAdmin(context, request))
  const query = new URL(request.url).searchParams
  const filter = filters.find((option) => option === query.get('status')) ?? 'Open'
  const opened = query.get('case')
  const place = placeIn(query)
  const automatic = filter === 'Sent back by itself'
  const status = filter === 'Open' ? 'Open' : 'Closed'
  const [cases, sent_back, found] = await Promise.all([
    automatic ? null : listReviews(db, { status, place }),
    automatic ? listSentBack(db, place) : null,
    opened ? findReview(db, opened).then(notFoundUnless) : null,
  ])
  return {
    filter,
    cases: cases && { ...cases, rows: cases.rows.map(reviewView) },
    sent_back: sent_back && { ...sent_back, rows: sent_back.rows.map(sentBackView) },
    review: found && reviewDetails(found, sees),
  }
}

export const action = adminAction(reviewAction)

export default function Review({ loaderData }: Route.ComponentProps) {
  const { filter, cases, sent_back, review } = loaderData
  const to = useListAddress()
  const page = cases ?? sent_back
  return (
    <>
      <h1 className="text-3xl font-extrabold">Review list</h1>
      <p className="mt-2 max-w-2xl text-ink-soft">
        Money that arrived and fits no order: too little, in another currency, or under an unknown reference. What is
        too much or too late goes back by itself.
      </p>
      {review && <ReviewDialog key={review.id} review={review} close_to={to({ case: null })} />}
      <SearchForm action="/admin/review" filter={{ label: 'Show', value: filter, options: filters }} />
      {page && (
        <ListFrame
          action="/admin/review"
          page={page}
          narrowed={filter !== 'Open'}
          things="cases"
          empty_hint="Every naira that arrived has its order or is on its way back."
        >
          {cases && (
            <DataTable
              caption="Money that waits for a decision, newest first"
              rows={cases.rows}
              keyOf={(row) => row.id}
              columns={case_columns}
            />
          )}
          {sent_back && (
            <DataTable
              caption="What went back by itself, newest first"
              rows={sent_back.rows}
              keyOf={(row) => row.id}
              columns={sent_back_columns}
            />
          )}
        </ListFrame>
      )}
    </>
  )
}

const case_columns: readonly Column<ReviewView>[] = [
  { name: 'Why', names_row: true, cell: (row) => row.kind },
  { name: 'Arrived', className: 'money font-bold', cell: (row) => row.amount },
  { name: 'Asked for', className: 'money', cell: (row) => row.expected ?? 'N/A' },
  { name: 'Customer', cell: (row) => row.customer ?? 'N/A' },
  { name: 'Status', cell: (row) => <StatusChip status={row.status} /> },
  { name: 'Date', className: 'text-sm', cell: (row) => row.date },
  viewColumn((row) => ({ opens: { case: row.id }, what: `case: ${row.kind}, ${row.amount}` })),
]

const sent_back_columns: readonly Column<SentBackView>[] = [
  { name: 'Why', names_row: true, cell: (row) => row.why },
  { name: 'Amount', className: 'money font-bold', cell: (row) => row.amount },
  { name: 'Reference', className: 'min-w-0 text-sm break-all', cell: (row) => row.tx_ref },
  { name: 'Refund', cell: (row) => <StatusChip status={row.status} /> },
  { name: 'Date', className: 'text-sm', cell: (row) => row.date },
]
