import { data, Link } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { checkoutSummary } from '../../../domain/checkout/checkout-summary.ts'
import { placeProblemOf } from '../../../domain/checkout/place-problem.ts'
import { slotProblemOf } from '../../../domain/checkout/slot-problem.ts'
import { quotedWindows } from '../../../domain/delivery/windows/expected-windows.ts'
import type { PageHandle } from '../../page/page-handle.ts'
import { services_context } from '../../services.ts'
import { buttonClass } from '../../ui/button.tsx'
import type { Route } from './+types/order-summary'
import { placeProblemInWords, slotProblemInWords } from './instead-words.server.ts'
import { Payment } from './payment.tsx'
import { type PaidOrder, Receipt } from './receipt.tsx'
import { receiptPaper } from './receipt-paper.server.tsx'
import { type Summary, summaryView } from './summary-view.server.ts'

export const handle: PageHandle = { wake: 'at_once' }

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.paid ? 'Receipt' : 'Order Summary'} - ${brand.name}` },
  { name: 'robots', content: 'noindex' },
  // The link is the key to the receipt, so it must not leak to other sites as a referrer.
  { name: 'referrer', content: 'no-referrer' },
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(services_context)
  const { db, clock, test_mode } = services
  const link_token = new URL(request.url).searchParams.get('order')
  const summary = link_token ? await checkoutSummary(db, link_token) : null
  if (!summary) return data({ summary: null, paid: null, test_mode }, { status: link_token ? 404 : 200 })
  const now = clock.now()
  const is_settled = ['paid', 'refunding', 'review'].includes(summary.state)
  const quoted = is_settled
    ? null
    : await quotedWindows(db, {
        lines: summary.lines,
        ways: summary.fee_lines,
        drop: summary.place,
        collects: summary.collect_at !== null,
        now,
      })
  const problem = is_settled || !summary.slot_from ? null : await slotProblemOf(services, summary.link_token)
  const elsewhere = summary.closed_place === null ? null : await placeProblemOf(services, summary.link_token)
  const view = {
    ...summaryView(summary, quoted, now),
    problem: problem ? slotProblemInWords(problem, now) : elsewhere && placeProblemInWords(elsewhere),
  }
  const paid = view.state === 'paid' ? paidOrder(view) : null
  return data({ summary: paid ? null : view, paid, test_mode })
}

function paidOrder(view: Summary): PaidOrder {
  return {
    html: receiptPaper(view),
    link_token: view.link_token,
    track_token: view.orders[0]?.track_token ?? '',
    order_ids: view.orders.map((order) => order.id),
    vendors: [...new Set(view.lines.map((line) => line.vendor_name))],
  }
}

export default function OrderSummary({ loaderData }: Route.ComponentProps) {
  const { summary, paid, test_mode } = loaderData
  if (!summary && !paid) {
    return (
      <div className="page-width py-20 text-center">
        <h1 className="sr-only">Order Summary</h1>
        <p className="text-xl font-semibold">No order details available.</p>
        <Link className={buttonClass('primary', 'mt-6')} to={'/restaurants' satisfies Address}>
          See the restaurants
        </Link>
      </div>
    )
  }
  return (
    <div className="page-width max-w-2xl py-8">
      {test_mode && (
        <p className="mb-4 rounded-control bg-plantain px-4 py-2 text-center text-sm font-bold text-[#1b2233]">
          Test mode: no real money moves.
        </p>
      )}
      {paid && <Receipt paid={paid} />}
      {summary && <Payment key={summary.link_token} summary={summary} />}
    </div>
  )
}
