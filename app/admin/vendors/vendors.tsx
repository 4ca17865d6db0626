import { Link } from 'react-router'
import { may } from '../../../domain/admin-roles.ts'
import { brand } from '../../../domain/brand.ts'
import {
  ADMIN_VENDORS_PER_PAGE,
  countVendors,
  listVendors,
  vendor_filters,
  vendorFile,
} from '../../../domain/catalog/admin-vendors.ts'
import { viewsOf } from '../../../domain/desk/saved-views.ts'
import { silentKitchens } from '../../../domain/desk/waiting-orders.ts'
import { placeIn } from '../../../domain/keyset.ts'
import { listViewIn } from '../../../domain/list-view.ts'
import { landmarkNames } from '../../../domain/places/landmark-names.ts'
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
import { maySee } from '../rights.ts'
import type { Route } from './+types/vendors'
import { vendorAction } from './vendor-action.server.ts'
import { VendorDialog } from './vendor-dialog.tsx'
import { type VendorRow, vendorDetails, vendorRow } from './vendor-view.server.ts'

export const meta: Route.MetaFunction = () => [{ title: `Vendors - ${brand.name}` }]

/** Those that we paused because they answered nothing, or nothing reached them. */
const SILENT = 'Silent'

export const loader = adminLoader(async ({ actor, db, now, query }) => {
  const search = query.get('q') ?? ''
  const filter = vendor_filters.find((option) => option === query.get('status')) ?? 'All'
  const only_silent = query.get('status') === SILENT
  const silent = (await silentKitchens(db, now)).map(({ id }) => String(id))
  const opened = query.get('vendor')
  const view = listViewIn(query, { sorts: ['date'], size: ADMIN_VENDORS_PER_PAGE })
  const [list, counts, views, file, landmarks] = await Promise.all([
    listVendors(db, { search, filter, among: only_silent ? silent : null, place: placeIn(query), view }),
    countVendors(db),
    viewsOf(db, actor, 'vendors'),
    opened ? vendorFile(db, opened).then(notFoundUnless) : null,
    landmarkNames(db),
  ])
  return {
    page: { ...list, rows: list.rows.map(vendorRow) },
    vendor: file && vendorDetails(file),
    landmarks,
    counts: { ...counts, [SILENT]: silent.length },
    views,
    filters: [...vendor_filters, SILENT],
    exports: may(actor, 'export'),
    writes: may(actor, 'help_customers'),
    takes_in: maySee(actor, '/admin/kitchens'),
    search,
    filter: only_silent ? SILENT : filter,
    view,
    usual: ADMIN_VENDORS_PER_PAGE,
  }
})

export const action = adminAction(vendorAction)

export default function Vendors({ loaderData }: Route.ComponentProps) {
  const { page, exports, writes, takes_in, counts, views, filters, vendor, landmarks, search, filter, view, usual } =
    loaderData
  const to = useListAddress()
  return (
    <ListScreen
      title="Vendors"
      lead={
        takes_in && (
          <Link
            to={'/admin/kitchens' satisfies Address}
            className="inline-flex min-h-11 items-center text-link underline"
          >
            Take many in from a spreadsheet
          </Link>
        )
      }
      above={
        vendor && (
          <VendorDialog key={vendor.user_id} vendor={vendor} landmarks={landmarks} close_to={to({ vendor: null })} />
        )
      }
      action="/admin/vendors"
      search={{ label: 'Search by name, phone or email', text: search }}
      filter={{ label: 'Status', value: filter, options: filters, counts }}
      tools={{ view, usual, sorts: by_date }}
      saved={{ list: 'vendors', views }}
      page={page}
      things="vendors"
      empty_hint="New vendors appear here when they register."
      caption="Vendors"
      keyOf={(row) => row.id}
      choice={(exports || writes) && choice}
      columns={columns}
    >
      {(exports || writes) && page.rows.length > 0 && <ChosenRows list="vendors" exports={exports} writes={writes} />}
    </ListScreen>
  )
}

const choice = choiceColumn<VendorRow>(CHOSEN_ROWS, ({ id, name, email }) => ({ id, what: name ?? email }))

const columns: readonly Column<VendorRow>[] = [
  {
    name: 'Name',
    names_row: true,
    cell: (vendor) => vendor.name ?? <span className="text-ink-soft">Registration not finished</span>,
  },
  { name: 'Phone', className: 'whitespace-nowrap', cell: (vendor) => vendor.phone ?? 'N/A' },
  { name: 'Email', cell: (vendor) => <MailText address={vendor.email} /> },
  { name: 'Landmark', cell: (vendor) => vendor.landmark ?? 'N/A' },
  { name: 'Status', cell: (vendor) => <StatusChip status={vendor.status} /> },
  { name: 'Since', sort: 'date', className: 'text-sm xl:whitespace-nowrap', cell: (vendor) => vendor.since },
  viewColumn((row) => ({ opens: { vendor: row.user_id }, what: row.name ?? row.email })),
]
