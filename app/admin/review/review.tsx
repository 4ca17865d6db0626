import { Link } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import {
  countReviews,
  findReview,
  listReviews,
  listSentBack,
  REVIEWS_PER_PAGE,
} from '../../../domain/checkout/review/review-list.ts'
import { viewsOf } from '../../../domain/desk/saved-views.ts'
import { placeIn } from '../../../domain/keyset.ts'
import { listViewIn } from '../../../domain/list-view.ts'
import type { Column } from '../../ui/lists/data-table.tsx'
import { by_date } from '../../ui/lists/list-tools.tsx'
import { notFoundUnless } from '../../ui/lists/opened-row.server.ts'
import { useListAddress } from '../../ui/lists/use-list-address.ts'
import { viewColumn } from '../../ui/lists/view-column.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
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
  const view = listViewIn(query, { sorts: ['date'], size: REVIEWS_PER_PAGE })
  const automatic = filter === 'Sent back by itself'
  const status = filter === 'Open' ? 'Open' : 'Closed'
  const [cases, sent_back, counts, views, found] = await Promise.all([
    automatic ? null : listReviews(db, { status, place, view }),
    automatic ? listSentBack(db, { place, view }) : null,
    countReviews(db),
    viewsOf(db, actor, 'review'),
    opened ? findReview(db, opened).then(notFoundUnless) : null,
  ])
  return {
    filter,
    counts: { Open: counts.Open, Decided: counts.Closed },
    views,
    view,
    usual: REVIEWS_PER_PAGE,
    cases: cases && { ...cases, rows: cases.rows.map(reviewView) },
    sent_back: sent_back && { ...sent_back, rows: sent_back.rows.map(sentBackView) },
    review: found && reviewDetails(found, sees),
  }
})

export const action = adminAction(reviewAction)

export default function Review({ loaderData }: Route.ComponentProps) {
  const { filter, counts, views, view, usual, cases, sent_back, review } = loaderData
  const to = useListAddress()
  const list = {
    title: 'Review list',
    lead:
      'Money that arrived and fits no order: too little, in another currency, or under an unknown reference. What is ' +
      'too much or too late goes back by itself.',
    above: review && <ReviewDialog key={review.id} review={review} close_to={to({ case: null })} />,
    action: '/admin/review',
    filter: { label: 'Show', value: filter, options: filters, counts },
    tools: { view, usual, sorts: by_date },
    saved: { list: 'review', views },
    things: 'cases',
    empty_hint: 'Every naira that arrived has its order or is on its way back.',
    keyOf: (row: { id: string }) => row.id,
  } as const
  return sent_back ? (
    <ListScreen {...list} page={sent_back} caption="What went back by itself" columns={sent_back_columns} />
  ) : (
    cases && <ListScreen {...list} page={cases} caption="Money that waits for a decision" columns={case_columns} />
  )
}

const case_columns: readonly Column<ReviewView>[] = [
  { name: 'Why', names_row: true, cell: (row) => row.kind },
  { name: 'Arrived', className: 'money font-bold', cell: (row) => row.amount },
  { name: 'Asked for', className: 'money', cell: (row) => row.expected ?? 'N/A' },
  { name: 'Customer', cell: (row) => row.customer ?? 'N/A' },
  { name: 'Status', cell: (row) => <StatusChip status={row.status} /> },
  { name: 'Date', sort: 'date', className: 'text-sm', cell: (row) => row.date },
  viewColumn((row) => ({ opens: { case: row.id }, what: `case: ${row.kind}, ${row.amount}` })),
]

const sent_back_columns: readonly Column<SentBackView>[] = [
  {
    name: 'Why',
    names_row: true,
    cell: (row) => (
      <Link
        data-opens=""
        className="text-link underline"
        to={`/admin/refunds?refund=${row.id}` satisfies Address}
        aria-label={`Refund of ${row.amount}: ${row.why}`}
      >
        {row.why}
      </Link>
    ),
  },
  { name: 'Amount', className: 'money font-bold', cell: (row) => row.amount },
  { name: 'Reference', className: 'min-w-0 text-sm break-all', cell: (row) => row.tx_ref },
  { name: 'Refund', cell: (row) => <StatusChip status={row.status} /> },
  { name: 'Date', sort: 'date', className: 'text-sm', cell: (row) => row.date },
]
