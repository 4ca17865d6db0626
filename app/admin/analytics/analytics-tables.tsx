import { Link } from 'react-router'
import { type Column, DataTable, type Sorted } from '../../ui/lists/data-table.tsx'
import type { CohortRow, LeagueRow, RiderRow } from './analytics-view.server.ts'
import type { BearersView } from './bearers-view.server.ts'

const league_columns: readonly Column<LeagueRow>[] = [
  {
    name: 'Kitchen',
    names_row: true,
    cell: ({ vendor_id, name }) => (
      <Link className="text-link underline" to={`/admin/vendors?vendor=${vendor_id}` satisfies Address}>
        {name}
      </Link>
    ),
  },
  { name: 'Orders', className: 'money', sort: 'orders', cell: ({ orders }) => orders },
  { name: 'Sold', className: 'money', sort: 'sold', cell: ({ sold }) => sold },
  { name: 'Promises kept', className: 'money', sort: 'kept', cell: ({ kept }) => kept },
  { name: 'Ready in', className: 'money', sort: 'ready', cell: ({ ready }) => ready },
  { name: 'Rejected or lapsed', className: 'money', sort: 'lost', cell: ({ lost }) => lost },
  { name: 'Food', className: 'money', sort: 'stars', cell: ({ stars }) => stars },
  { name: 'Margin an order', className: 'money', sort: 'margin', cell: ({ margin }) => margin },
]

/** The kitchens beside each other, sorted by what was pressed. */
export function League({ rows, sorted }: { rows: readonly LeagueRow[]; sorted: Sorted }) {
  return (
    <DataTable
      caption="Kitchens beside each other"
      rows={rows}
      keyOf={({ vendor_id }) => vendor_id}
      columns={league_columns}
      sorted={sorted}
    />
  )
}

const rider_columns: readonly Column<RiderRow>[] = [
  { name: 'Rider', names_row: true, cell: ({ name }) => name },
  { name: 'On duty', className: 'money', cell: ({ duty }) => duty },
  { name: 'With an order in hand', className: 'money', cell: ({ in_hand }) => in_hand },
  { name: 'Used', className: 'money', cell: ({ used }) => used },
  { name: 'Delivered', className: 'money', cell: ({ delivered }) => delivered },
  { name: 'Delivered an hour', className: 'money', cell: ({ an_hour }) => an_hour },
]

/** How riders' hours were used. */
export function RiderHours({ rows }: { rows: readonly RiderRow[] }) {
  return <DataTable caption="Riders’ hours" rows={rows} keyOf={({ rider_id }) => rider_id} columns={rider_columns} />
}

/** Who bore what on each day; the first row is all of them. */
export function Bearers({ columns, rows }: BearersView) {
  return (
    <DataTable
      caption="Who bore what, by day"
      still
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        { name: 'Day', names_row: true, cell: ({ name }) => name },
        ...columns.map((name, place) => ({
          ...{ name, className: 'money' },
          cell: ({ cells }: BearersView['rows'][number]) => cells[place],
        })),
      ]}
    />
  )
}

/** Who came for the first time in which month, and how many of them in each month after it. */
export function Cohorts({ rows }: { rows: readonly CohortRow[] }) {
  const most = Math.max(...rows.map(({ came_back }) => came_back.length), 0)
  const after = Array.from({ length: most }, (_, place): Column<CohortRow> => {
    const months = place + 1
    return {
      name: months === 1 ? 'A month later' : `${months} months later`,
      className: 'money',
      cell: ({ came_back }) => came_back[place] ?? '',
    }
  })
  const columns: readonly Column<CohortRow>[] = [
    { name: 'First order in', names_row: true, cell: ({ name }) => name },
    { name: 'Customers', className: 'money', cell: ({ customers }) => customers },
    ...after,
  ]
  return (
    <DataTable caption="Customers who came back" still rows={rows} keyOf={({ month }) => month} columns={columns} />
  )
}
