import { data, Link } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { checkoutSummary } from '../../../domain/checkout/checkout-summary.ts'
import { formatCampusDateTime } from '../../../domain/clock.ts'
import { formatPhone } from '../../../domain/phone.ts'
import { services_context } from '../../services.ts'
import { buttonClass } from '../../ui/button.tsx'
import type { Route } from './+types/order-summary'
import { Payment } from './payment.tsx'
import { Receipt } from './receipt.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.summary?.state === 'paid' ? 'Receipt' : 'Order Summary'} - ${brand.name}` },
  { name: 'robots', content: 'noindex' },
  // The link is the key to the receipt; it must not travel to another site with a click.
  { name: 'referrer', content: 'no-referrer' },
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, test_mode } = context.get(services_context)
  const link_token = new URL(request.url).searchParams.get('order')
  const summary = link_token ? await checkoutSummary(db, link_token) : null
  if (!summary) return data({ summary: null, test_mode }, { status: link_token ? 404 : 200 })
  return data({
    summary: {
      ...summary,
      customer: { ...summary.customer, phone: formatPhone(summary.customer.phone) },
      paid_at: summary.paid_at ? formatCampusDateTime(summary.paid_at) : null,
    },
    test_mode,
  })
}

export type Summary = NonNullable<Route.ComponentProps['loaderData']['summary']>

export default function OrderSummary({ loaderData }: Route.ComponentProps) {
  const { summary, test_mode } = loaderData
  if (!summary) {
    return (
      <div className="page-width py-20 text-center">
        <h1 className="sr-only">Order Summary</h1>
        <p className="text-xl font-semibold">No order details available.</p>
        <Link className={buttonClass('primary', 'mt-6')} to="/restaurants">
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
      {summary.state === 'paid' ? (
        <Receipt summary={summary} />
      ) : (
        <Payment key={summary.link_token} summary={summary} />
      )}
    </div>
  )
}
