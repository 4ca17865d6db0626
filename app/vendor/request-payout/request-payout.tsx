import { useRef } from 'react'
import { Link } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { formatCampusDateTime } from '../../../domain/clock.ts'
import { formatNaira, sumKobo } from '../../../domain/money.ts'
import { bankAccount } from '../../../domain/payouts/bank-account.ts'
import { eligibleOrders } from '../../../domain/payouts/eligible-orders.ts'
import { payoutHistory } from '../../../domain/payouts/payout-history.ts'
import { type PayoutRefusal, requestPayout } from '../../../domain/payouts/request-payout.ts'
import { textOf } from '../../request/form-texts.ts'
import { CorrectAccount } from '../../ui/bank-account/correct-account.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { done, refusal } from '../../ui/forms/action-answer.ts'
import { StepLinks } from '../../ui/lists/step-links.tsx'
import { type PayableOrder, PayoutDialog } from '../../ui/payouts/payout-dialog.tsx'
import { payoutLine } from '../../ui/payouts/payout-line.ts'
import { PayoutList } from '../../ui/payouts/payout-list.tsx'
import { vendorAction, vendorLoader } from '../vendor-screen.server.ts'
import type { Route } from './+types/request-payout'

export const meta: Route.MetaFunction = () => [{ title: `Request Payout - ${brand.name}` }]

export const loader = vendorLoader(async ({ actor, db, query }) => {
  const { vendor_id } = actor.kitchen
  const page = Number(query.get('page'))
  const [history, eligible, account] = await Promise.all([
    payoutHistory(db, vendor_id, page),
    eligibleOrders(db, vendor_id),
    bankAccount(db, vendor_id),
  ])
  return {
    history: { ...history, payouts: history.payouts.map(payoutLine) },
    eligible: eligible.map(
      ({ id, total_price, vendor_share, created_at }): PayableOrder => ({
        key: id,
        order_id: id,
        when: formatCampusDateTime(created_at),
        share_kobo: vendor_share,
        ...(vendor_share < total_price && { of: total_price }),
      }),
    ),
    total: sumKobo(eligible.map((order) => order.vendor_share)),
    account,
  }
}, 'take_money')

/** That it failed, with the reason. */
const refusals: Record<PayoutRefusal['reason'], string> = {
  not_found: 'Failed to request payout',
  vendor_inactive: 'Failed to request payout: your restaurant is not active.',
  no_bank_account: 'Failed to request payout: there is no complete bank account.',
  nothing_to_pay: 'Failed to request payout: there is no delivered order that was not requested before.',
}

export const action = vendorAction(async (services, actor, form) => {
  const shown = Number(textOf(form, 'order_id') || Number.NaN)
  const answer = await requestPayout(services, actor, Number.isSafeInteger(shown) ? shown : undefined)
  return answer.ok ? done(form, 'Payout request sent!') : refusal(form, 409, refusals[answer.reason])
})

export default function RequestPayout({ loaderData }: Route.ComponentProps) {
  const { history, eligible, total, account } = loaderData
  const dialog = useRef<HTMLDialogElement>(null)
  const to = (page: number): Address => (page > 1 ? `/request-payout?page=${page}` : '/request-payout')

  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="mr-auto text-3xl font-extrabold">Request Payout</h1>
        <Link to={'/request-payout/statement' satisfies Address} className={buttonClass('quiet')}>
          Statement
        </Link>
        <button
          type="button"
          className={buttonClass('primary')}
          disabled={eligible.length === 0}
          onClick={() => dialog.current?.showModal()}
        >
          Request for Payout
        </button>
      </div>
      <p className="mt-3 mb-5 text-ink-soft">
        {eligible.length === 0
          ? 'There is nothing to request now. Delivered orders wait here until you ask for their money.'
          : `${formatNaira(total)} of ${eligible.length} delivered ${eligible.length === 1 ? 'order' : 'orders'} ` +
            'can be requested.'}
      </p>
      {account?.open && <CorrectAccount registration="/account" />}
      <PayoutList payouts={history.payouts} />
      {history.pages > 1 && (
        <StepLinks
          previous={history.page > 1 ? to(history.page - 1) : null}
          next={history.page < history.pages ? to(history.page + 1) : null}
          text={`Page ${history.page} of ${history.pages}`}
        />
      )}
      <PayoutDialog ref={dialog} account={account} eligible={eligible} total_kobo={total} registration="/account" />
    </>
  )
}
