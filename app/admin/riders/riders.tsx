import { may } from '../../../domain/admin-roles.ts'
import { decisionsAbout } from '../../../domain/audit/decisions-about.ts'
import { brand } from '../../../domain/brand.ts'
import { type RiderFilter, rider_filters } from '../../../domain/delivery/lifecycle.ts'
import { countRiders, listRiders, RIDERS_PER_PAGE, riderFile } from '../../../domain/delivery/riders/list-riders.ts'
import { viewsOf } from '../../../domain/desk/saved-views.ts'
import { placeIn } from '../../../domain/keyset.ts'
import { listViewIn } from '../../../domain/list-view.ts'
import { choiceColumn } from '../../ui/forms/choice-column.tsx'
import type { Column } from '../../ui/lists/data-table.tsx'
import { by_date } from '../../ui/lists/list-tools.tsx'
import { notFoundUnless } from '../../ui/lists/opened-row.server.ts'
import { useListAddress } from '../../ui/lists/use-list-address.ts'
import { viewColumn } from '../../ui/lists/view-column.tsx'
import { MailText } from '../../ui/mail-text.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { adminAction, adminLoader } from '../admin-screen.server.ts'
import { CHOSEN_ROWS, ChosenRows } from '../chosen-rows.tsx'
import { ListScreen } from '../list-screen.tsx'
import type { Route } from './+types/riders'
import { riderAction } from './rider-action.server.ts'
import { RiderDialog } from './rider-dialog.tsx'
import { type RiderRowView, riderDetails, riderRow } from './rider-view.server.ts'

export const meta: Route.MetaFunction = () => [{ title: `Riders - ${brand.name}` }]

export const loader = adminLoader(async ({ actor, db, query }) => {
  const search = query.get('q') ?? ''
  const filter: RiderFilter = rider_filters.find((option) => option === query.get('status')) ?? 'All'
  const opened = query.get('rider')
  const view = listViewIn(query, { sorts: ['date'], size: RIDERS_PER_PAGE })
  const [list, counts, views, rider] = await Promise.all([
    listRiders(db, { search, filter, place: placeIn(query), view }),
    countRiders(db),
    viewsOf(db, actor, 'riders'),
    opened ? riderFile(db, opened).then(notFoundUnless) : null,
  ])
  return {
    page: { ...list, rows: list.rows.map(riderRow) },
    rider: rider && riderDetails(rider, await decisionsAbout(db, `rider:${rider.user_id}`)),
    counts,
    views,
    exports: may(actor, 'export'),
    writes: may(actor, 'help_customers'),
    search,
    filter,
    view,
    usual: RIDERS_PER_PAGE,
  }
})

export const action = adminAction(riderAction)

export default function Riders({ loaderData }: Route.ComponentProps) {
  const { page, counts, views, exports, writes, rider, search, filter, view, usual } = loaderData
  const to = useListAddress()
  return (
    <ListScreen
      title="Riders"
      above={rider && <RiderDialog key={rider.user_id} rider={rider} close_to={to({ rider: null })} />}
      action="/admin/riders"
      search={{ label: 'Search by name, phone or email', text: search }}
      filter={{ label: 'Status', value: filter, options: rider_filters, counts }}
      tools={{ view, usual, sorts: by_date }}
      saved={{ list: 'riders', views }}
      page={page}
      things="riders"
      empty_hint="New riders appear here when they register."
      caption="Riders"
      keyOf={(row) => row.id}
      choice={(exports || writes) && choice}
      columns={columns}
    >
      {(exports || writes) && page.rows.length > 0 && <ChosenRows list="riders" exports={exports} writes={writes} />}
    </ListScreen>
  )
}

const choice = choiceColumn<RiderRowView>(CHOSEN_ROWS, ({ id, name, email }) => ({ id, what: name ?? email }))

const columns: readonly Column<RiderRowView>[] = [
  {
    name: 'Name',
    names_row: true,
    cell: (rider) => rider.name ?? <span className="text-ink-soft">Registration not finished</span>,
  },
  { name: 'Phone', className: 'whitespace-nowrap', cell: (rider) => rider.phone ?? 'N/A' },
  { name: 'Email', cell: (rider) => <MailText address={rider.email} /> },
  { name: 'Vehicle', cell: (rider) => rider.vehicle ?? 'N/A' },
  {
    name: 'Status',
    cell: (rider) => (
      <>
        <StatusChip status={rider.status} />
        {rider.note && <p className="mt-1 text-sm text-ink-soft">{rider.note}</p>}
      </>
    ),
  },
  { name: 'Since', sort: 'date', className: 'text-sm xl:whitespace-nowrap', cell: (rider) => rider.since },
  viewColumn((row) => ({ opens: { rider: row.user_id }, what: row.name ?? row.email })),
]
