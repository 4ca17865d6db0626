import { brand } from '../../../domain/brand.ts'
import {
  CLAIMS_PER_PAGE,
  claim_filters,
  countClaims,
  findClaim,
  listClaims,
} from '../../../domain/claims/claim-lists.ts'
import { carrierOf } from '../../../domain/delivery/riders/carriers.ts'
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
import type { Route } from './+types/claims'
import { claimAction } from './claim-action.server.ts'
import { ClaimDialog } from './claim-dialog.tsx'
import { type ClaimView, claimDetails, claimView } from './claim-view.server.ts'

export const meta: Route.MetaFunction = () => [{ title: `Claims - ${brand.name}` }]

export const loader = adminLoader(async ({ actor, db, query }) => {
  const sees = seesOf(actor)
  const filter = claim_filters.find((option) => option === query.get('status')) ?? 'Open'
  const opened = query.get('claim')
  const view = listViewIn(query, { sorts: ['date'], size: CLAIMS_PER_PAGE })
  const [page, counts, views, found] = await Promise.all([
    listClaims(db, { open: filter === 'Open', place: placeIn(query), view }),
    countClaims(db),
    viewsOf(db, actor, 'claims'),
    opened ? findClaim(db, opened).then(notFoundUnless) : null,
  ])
  const carrier = found && (await carrierOf(db, found.order.id))
  return {
    filter,
    filters: claim_filters,
    counts,
    views,
    view,
    usual: CLAIMS_PER_PAGE,
    page: { ...page, rows: page.rows.map(claimView) },
    claim: found && claimDetails(found, carrier?.name ?? null, sees),
  }
})

export const action = adminAction(claimAction)

export default function Claims({ loaderData }: Route.ComponentProps) {
  const { filter, filters, counts, views, view, usual, page, claim } = loaderData
  const to = useListAddress()
  return (
    <ListScreen
      title="Claims"
      lead={
        'What customers say is wrong with an order, from its tracking page. What the rules call small is approved by ' +
        'itself.'
      }
      above={claim && <ClaimDialog key={claim.id} claim={claim} close_to={to({ claim: null })} />}
      action="/admin/claims"
      filter={{ label: 'Show', value: filter, options: filters, counts }}
      tools={{ view, usual, sorts: by_date }}
      saved={{ list: 'claims', views }}
      page={page}
      things="claims"
      empty_hint="Nobody waits for a word about their order."
      caption="What customers say is wrong"
      keyOf={(row) => row.id}
      columns={columns}
    />
  )
}

const columns: readonly Column<ClaimView>[] = [
  { name: 'What', names_row: true, cell: (row) => row.kind },
  { name: 'Order', className: 'money', cell: (row) => row.order_id },
  { name: 'Kitchen', cell: (row) => row.vendor_name ?? 'N/A' },
  { name: 'Dishes', className: 'money', cell: (row) => row.worth ?? 'N/A' },
  { name: 'Went back', className: 'money font-bold', cell: (row) => row.given ?? 'N/A' },
  { name: 'Status', cell: (row) => <StatusChip status={row.status} /> },
  { name: 'Date', sort: 'date', className: 'text-sm', cell: (row) => row.date },
  viewColumn((row) => ({ opens: { claim: row.id }, what: `claim: ${row.kind}, order ${row.order_id}` })),
]
