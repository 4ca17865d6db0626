import { useEffect, useRef } from 'react'
import { data, Link, useFetcher } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { formatCampusDateTime } from '../../../domain/clock.ts'
import { formatNaira, sumKobo } from '../../../domain/money.ts'
import { bankAccount } from '../../../domain/payouts/bank-account.ts'
import { eligibleOrders } from '../../../domain/payouts/eligible-orders.ts'
import { payoutHistory } from '../../../domain/payouts/payout-history.ts'
import { type PayoutRefusal, requestPayout } from '../../../domain/payouts/request-payout.ts'
import { requireVendor } from '../../account/require-role.ts'
import { services_context } from '../../services.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ScreenError } from '../../ui/screen-error.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { StepLinks } from '../../ui/step-links.tsx'
import { toast } from '../../ui/toast.tsx'
import type { Route } from './+types/request-payout'
import { PayoutDialog } from './payout-dialog.tsx'

export const ErrorBoundary = ScreenError

export const meta: Route.MetaFunction = () => [{ title: `Request Payout - ${brand.name}` }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(services_context)
  const { user_id } = await requireVendor(context, request)
  const page = Number(new URL(request.url).searchParams.get('page'))
  const [history, eligible, account] = await Promise.all([
    payoutHistory(db, user_id, page),
    eligibleOrders(db, user_id),
    bankAccount(db, user_id),
  ])
  return {
    history: {
      ...history,
      payouts: history.payouts.map((payout) => ({
        ...payout,
        created_at: formatCampusDateTime(payout.created_at),
      })),
    },
    eligible: eligible.map((order) => ({ ...order, created_at: formatCampusDateTime(order.created_at) })),
    total: sumKobo(eligible.map((order) => order.total_price)),
    account,
  }
}

/** Spec §8, with the reason behind it. */
const refusals: Record<PayoutRefusal['reason'], string> = {
  not_found: 'Failed to request payout',
  vendor_inactive: 'Failed to request payout: your restaurant is not active.',
  no_bank_account: 'Failed to request payout: there is no complete bank account.',
  nothing_to_pay: 'Failed to request payout: there is no delivered order that was not requested before.',
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireVendor(context, request)
  const answer = await requestPayout(context.get(services_context), actor)
  return answer.ok
    ? { ok: true, said: 'Payout request sent!' }
    : data({ ok: false, said: refusals[answer.reason] }, { status: 409 })
}

export default function RequestPayout({ loaderData }: Route.ComponentProps) {
  const { history, eligible, total, account } = loaderData
  const dialog = useRef<HTMLDialogElement>(null)
  const fetcher = useFetcher<typeof action>()
  const answer = fetcher.state === 'idle' ? fetcher.data : undefined
  useEffect(() => {
    if (!answer) return
    dialog.current?.close()
    if (answer.ok) toast(answer.said)
  }, [answer])
  const to = (page: number) => (page > 1 ? `/request-payout?page=${page}` : '/request-payout')

  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="mr-auto text-3xl font-extrabold">Request Payout</h1>
        <Link to="/request-payout/statement" className={buttonClass('quiet')}>
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
          : `${formatNaira(total)} of ${eligible.length} delivered ${eligible.length === 1 ? 'order' : 'orders'} can be requested.`}
      </p>
      {answer && !answer.ok && <Notice kind="bad">{answer.said}</Notice>}
      {history.total === 0 ? (
        <p className="card p-8 text-center font-semibold">No payout was requested yet.</p>
      ) : (
        <div className="card overflow-hidden">
          <table className="data-table">
            <caption className="sr-only">Your payouts, newest first</caption>
            <thead>
              <tr>
                <th scope="col">Amount</th>
                <th scope="col">Status</th>
                <th scope="col">Date</th>
              </tr>
            </thead>
            <tbody>
              {history.payouts.map((payout) => (
                <tr key={payout.id}>
                  <td data-label="Amount" className="money font-bold">
                    {formatNaira(payout.amount)}
                  </td>
                  <td data-label="Status">
                    <StatusChip status={payout.status} />
                  </td>
                  <td data-label="Date">{payout.created_at}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {history.pages > 1 && (
        <StepLinks
          previous={history.page > 1 ? to(history.page - 1) : null}
          next={history.page < history.pages ? to(history.page + 1) : null}
          text={`Page ${history.page} of ${history.pages}`}
        />
      )}
      <PayoutDialog ref={dialog} account={account} eligible={eligible} total={total}>
        <fetcher.Form method="post">
          <button
            type="submit"
            className={buttonClass('primary')}
            disabled={fetcher.state !== 'idle' || account === null || eligible.length === 0}
          >
            {fetcher.state === 'idle' ? 'Confirm Request' : 'Sending…'}
          </button>
        </fetcher.Form>
      </PayoutDialog>
    </>
  )
}
