import { Link } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { formatCampusDateTime } from '../../../domain/clock.ts'
import { viewsOf } from '../../../domain/desk/saved-views.ts'
import { placeIn } from '../../../domain/keyset.ts'
import { listViewIn } from '../../../domain/list-view.ts'
import { order_number } from '../../../domain/orders/forms.ts'
import { hideRatingLine } from '../../../domain/ratings/hide-line.ts'
import { listRatings, RATINGS_PER_PAGE } from '../../../domain/ratings/rating-lists.ts'
import { textOf } from '../../request/form-texts.ts'
import { done, refusal } from '../../ui/forms/action-answer.ts'
import { ConfirmWithReason } from '../../ui/forms/confirm-with-reason.tsx'
import type { Column } from '../../ui/lists/data-table.tsx'
import { by_date } from '../../ui/lists/list-tools.tsx'
import { adminAction, adminLoader } from '../admin-screen.server.ts'
import { ListScreen } from '../list-screen.tsx'
import type { Route } from './+types/ratings'

export const meta: Route.MetaFunction = () => [{ title: `Ratings - ${brand.name}` }]

export const loader = adminLoader(async ({ actor, db, query }) => {
  const view = listViewIn(query, { sorts: ['date'], size: RATINGS_PER_PAGE })
  const [list, views] = await Promise.all([
    listRatings(db, { place: placeIn(query), view }),
    viewsOf(db, actor, 'ratings'),
  ])
  const rows = list.rows.map(({ rated_at, hidden_at, ...row }) => ({
    ...row,
    when: formatCampusDateTime(rated_at),
    hidden: hidden_at !== null,
  }))
  return { page: { ...list, rows }, views, view, usual: RATINGS_PER_PAGE }
})

export const action = adminAction(async (services, actor, form) => {
  const order_id = order_number.safeParse(textOf(form, 'order_id'))
  if (!order_id.success) return refusal(form, 404, 'There is no such rating.')
  const hidden = await hideRatingLine(services, actor, {
    order_id: order_id.data,
    reason: textOf(form, 'reason'),
  })
  if (hidden.ok) return done(form, 'The line is hidden.')
  if (hidden.reason === 'bad_reason') return refusal(form, 422, 'Please say why, in 3 to 200 characters.', 'reason')
  return refusal(form, 404, 'There is no such rating.')
})

type Row = Route.ComponentProps['loaderData']['page']['rows'][number]

export default function Ratings({ loaderData: { page, views, view, usual } }: Route.ComponentProps) {
  return (
    <ListScreen
      title="Ratings"
      action="/admin/ratings"
      tools={{ view, usual, sorts: by_date }}
      saved={{ list: 'ratings', views }}
      page={page}
      things="ratings"
      empty_hint="Customers rate an order once it is delivered."
      caption="Ratings of orders"
      keyOf={(row) => row.order_id}
      columns={columns}
    />
  )
}

const columns: readonly Column<Row>[] = [
  {
    name: 'Order',
    names_row: true,
    cell: (row) => (
      <Link
        data-opens=""
        className="text-link underline"
        to={`/admin/orders/${row.order_id}` satisfies Address}
        aria-label={`Order ${row.order_id}`}
      >
        #{row.order_id}
      </Link>
    ),
  },
  { name: 'Vendor', cell: (row) => row.vendor_name ?? 'N/A' },
  { name: 'Food', className: 'money', cell: (row) => `${row.food} of 5` },
  { name: 'Delivery', className: 'money', cell: (row) => `${row.delivery} of 5` },
  {
    name: 'Line',
    cell: (row) => (
      <span className={row.hidden ? 'text-ink-soft line-through' : ''}>
        {row.line ? `${row.first_name}: ${row.line}` : '–'}
      </span>
    ),
  },
  { name: 'Date', sort: 'date', className: 'text-sm', cell: (row) => row.when },
  { name: 'Hide', quiet: true, cell: (row) => <Hide row={row} /> },
]

function Hide({ row }: { row: Row }) {
  if (!row.line || row.hidden) return null
  return (
    <ConfirmWithReason
      intent="hide"
      subject={{ name: 'order_id', value: row.order_id }}
      ask="Hide the line…"
      what="The vendor no longer reads it. Its stars count all the same."
      reason={{ label: 'Reason', hint: 'Kept in the audit log.' }}
      button="Hide the line"
      busy="Hiding…"
    />
  )
}
