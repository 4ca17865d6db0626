import { Link } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { viewsOf } from '../../../domain/desk/saved-views.ts'
import { placeIn } from '../../../domain/keyset.ts'
import { listViewIn } from '../../../domain/list-view.ts'
import { formatNaira } from '../../../domain/money.ts'
import {
  countReferrals,
  listReferrals,
  REFERRALS_PER_PAGE,
  referral_filters,
  referralTotals,
} from '../../../domain/promotions/referrals/referral-list.ts'
import { Decisions } from '../../ui/forms/confirm-with-reason.tsx'
import type { Column } from '../../ui/lists/data-table.tsx'
import { by_date } from '../../ui/lists/list-tools.tsx'
import { adminAction, adminLoader } from '../admin-screen.server.ts'
import { ListScreen } from '../list-screen.tsx'
import { seesOf } from '../sees.ts'
import type { Route } from './+types/referrals'
import { referralAction } from './referral-action.server.ts'
import { type ReferralView, referralView } from './referral-view.server.ts'

export const meta: Route.MetaFunction = () => [{ title: `Referrals - ${brand.name}` }]

export const loader = adminLoader(async ({ actor, db, query }) => {
  const view = listViewIn(query, { sorts: ['date'], size: REFERRALS_PER_PAGE })
  const filter = referral_filters.find((option) => option === query.get('status')) ?? 'All'
  const [page, counts, views, totals] = await Promise.all([
    listReferrals(db, { in_review: filter === 'In review', place: placeIn(query), view }),
    countReferrals(db),
    viewsOf(db, actor, 'referrals'),
    referralTotals(db),
  ])
  const { brought, waiting, cost_kobo } = totals
  const total = `${brought} brought, ${waiting} in review. Bringing friends has cost ${formatNaira(cost_kobo)}.`
  const rows = await referralView(db, page.rows, seesOf(actor))
  return {
    page: { ...page, rows },
    filter,
    filters: referral_filters,
    total,
    counts,
    views,
    view,
    usual: REFERRALS_PER_PAGE,
  }
}, 'see_money')

export const action = adminAction(referralAction)

export default function Referrals({ loaderData }: Route.ComponentProps) {
  const { filter, filters, total, page, counts, views, view, usual } = loaderData
  return (
    <ListScreen
      title="Referrals"
      lead={`Who brought whom, by the rules under Settings. ${total}`}
      action="/admin/referrals"
      filter={{ label: 'Show', value: filter, options: filters, counts }}
      tools={{ view, usual, sorts: by_date }}
      saved={{ list: 'referrals', views }}
      page={page}
      things="brought friends"
      empty_hint="A friend’s first paid order with somebody’s code appears here."
      caption="Brought friends"
      keyOf={(row) => row.id}
      columns={columns}
    />
  )
}

const columns: readonly Column<ReferralView>[] = [
  { name: 'Friend', names_row: true, cell: (row) => row.friend },
  {
    name: 'First order',
    cell: (row) => (
      <>
        {row.order_ids.map((id) => (
          <Link key={id} data-opens="" className="text-link underline" to={`/admin/orders/${id}` satisfies Address}>
            {`#${id} `}
          </Link>
        ))}
      </>
    ),
  },
  { name: 'Brought by', cell: (row) => row.brought_by },
  { name: 'State', cell: (row) => row.state },
  { name: 'Cost', className: 'money', cell: (row) => row.cost },
  { name: 'Date', sort: 'date', className: 'text-sm', cell: (row) => row.date },
  { name: 'Decide', quiet: true, cell: (row) => <Decide row={row} /> },
]

function Decide({ row }: { row: ReferralView }) {
  if (!row.waits) return null
  const reason = { label: 'Reason', hint: 'Kept in the audit log.' }
  return (
    <Decisions
      subject={{ name: 'referral', value: row.id }}
      of={[
        {
          intent: 'allow',
          ask: 'Allow…',
          what: 'Whoever brought this friend has their reward from today on, and is told.',
          reason,
          button: 'Give the reward',
          busy: 'Giving…',
        },
        {
          intent: 'turn_down',
          ask: 'Turn down…',
          what:
            'There is no reward, and whoever brought them reads so under their order. The friend keeps what came ' +
            'off.',
          reason,
          button: 'Turn it down',
          busy: 'Turning down…',
        },
      ]}
    />
  )
}
