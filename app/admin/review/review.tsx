import { brand } from '../../../domain/brand.ts'
import { findReview, listReviews, listSentBack } from '../../../domain/checkout/review-list.ts'
import { placeIn } from '../../../domain/keyset.ts'
import type { Column } from '../../ui/data-table.tsx'
import { notFoundUnless } from '../../ui/opened-row.server.ts'
import { StatusChip } from '../../ui/status-chip.tsx'
import { useListAddress } from '../../ui/use-list-address.ts'
import { viewColumn } from '../../ui/view-column.tsx'
import { adminAction, adminLoader } from '../admin-screen.server.ts'
import { ListScreen } from '../list-screen.tsx'
import { seesOf } from '../sees.ts'
import type { Route } from './+types/review'
import { reviewAction } from './review-action.server.ts'
import { ReviewDialog } from './review-dialog.tsx'
import { type ReviewView, reviewDetails, reviewView, type SentBackView, sentBackView } from './review-view.server.ts'

export const meta: Route.MetaFunction = () => [{ title: `Review list - ${brand.name}` }]

const filters = ['Open', 'Decided', 'Sent back by itself'] as const

export const loader = adminLoader(async ({ actor, db, query }) => {
  const sees = seesOf(actor)
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
})

export const action = adminAction(reviewAction)

export default function Review({ loaderData }: Route.ComponentProps) {
  const { filter, cases, sent_back, review } = loaderData
  const to = useListAddress()
  const list = {
    title: 'Review list',
    lead:
      'Money that arrived and fits no order: too little, in another currency, or under an unknown reference. What is ' +
      'too much or too late goes back by itself.',
    above: review && <ReviewDialog key={review.id} review={review} close_to={to({ case: null })} />,
    action: '/admin/review',
    filter: { label: 'Show', value: filter, options: filters },
    things: 'cases',
    empty_hint: 'Every naira that arrived has its order or is on its way back.',
    keyOf: (row: { id: string }) => row.id,
  } as const
  return sent_back ? (
    <ListScreen
      {...list}
      page={sent_back}
      caption="What went back by itself, newest first"
      columns={sent_back_columns}
    />
  ) : (
    cases && (
      <ListScreen
        {...list}
        page={cases}
        caption="Money that waits for a decision, newest first"
        columns={case_columns}
      />
    )
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
