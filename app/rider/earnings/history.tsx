import { brand } from '../../../domain/brand.ts'
import { formatCampusDateTime } from '../../../domain/clock.ts'
import { riderHistory } from '../../../domain/delivery/riders/rider-earnings.ts'
import { earnedBy } from '../../../domain/delivery/riders/rider-pay.ts'
import { placeIn } from '../../../domain/keyset.ts'
import { formatNaira, kobo } from '../../../domain/money.ts'
import type { Column } from '../../ui/lists/data-table.tsx'
import { ListTable } from '../../ui/lists/list-table.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { riderLoader } from '../rider-screen.server.ts'
import type { Route } from './+types/history'

export const meta: Route.MetaFunction = () => [{ title: `History - ${brand.name}` }]

export const loader = riderLoader(async ({ actor, db, query }) => {
  const found = await riderHistory(db, actor.user_id, placeIn(query))
  return {
    page: {
      ...found,
      rows: found.rows.map(({ delivery_id, order_id, status, vendor_name, pay, tip, closed_at, payout_id }) => ({
        delivery_id,
        order_id,
        status,
        vendor_name,
        earned: status === 'Delivered' ? earnedBy({ pay, tip }) : kobo(0),
        tip,
        requested: payout_id !== null,
        when: closed_at ? formatCampusDateTime(closed_at) : 'N/A',
      })),
    },
  }
})

type Row = Awaited<ReturnType<typeof loader>>['page']['rows'][number]

const columns: readonly Column<Row>[] = [
  { name: 'Order', names_row: true, cell: ({ order_id }) => order_id },
  { name: 'From', cell: ({ vendor_name }) => vendor_name ?? 'N/A' },
  { name: 'Status', cell: ({ status }) => <StatusChip status={status} /> },
  { name: 'When', cell: ({ when }) => when },
  {
    name: 'Earned',
    className: 'money',
    cell: ({ earned, tip, requested }) =>
      `${formatNaira(earned)}${tip > 0 ? `, ${formatNaira(tip)} of it a tip` : ''}${requested ? ' (requested)' : ''}`,
  },
]

export default function History({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-4xl">
      <h1 className="mb-4 text-3xl font-extrabold">History</h1>
      <ListTable
        action="/rider/history"
        page={page}
        narrowed={false}
        things="deliveries"
        empty_hint="Deliveries that you finished are listed here."
        caption="Your deliveries, newest first"
        keyOf={(row) => row.delivery_id}
        columns={columns}
      />
    </div>
  )
}
