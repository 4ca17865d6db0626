import { useRef } from 'react'
import { brand } from '../../../domain/brand.ts'
import { casesAbout } from '../../../domain/cases/case-lists.ts'
import { formatCampusDateTime, formatCampusTime, formatDate } from '../../../domain/clock.ts'
import { ownWays } from '../../../domain/delivery/incidents/ways-to-see.ts'
import { riderEarnings } from '../../../domain/delivery/riders/rider-earnings.ts'
import { earnedBy } from '../../../domain/delivery/riders/rider-pay.ts'
import { formatNaira, kobo, sumKobo } from '../../../domain/money.ts'
import { payoutHistory } from '../../../domain/payouts/payout-history.ts'
import {
  payableDeliveries,
  payableWays,
  type RiderPayoutRefusal,
  requestRiderPayout,
} from '../../../domain/payouts/request-rider-payout.ts'
import { riderBalance } from '../../../domain/payouts/rider-balance.ts'
import { riderRecord } from '../../../domain/ratings/rider-record.ts'
import { requireRider } from '../../account/require-role.ts'
import { readFields } from '../../request/read-form.ts'
import { services_context } from '../../services.ts'
import { CorrectAccount } from '../../ui/bank-account/correct-account.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Figure } from '../../ui/figure.tsx'
import { done, refusal } from '../../ui/forms/action-answer.ts'
import { StepLinks } from '../../ui/lists/step-links.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type PayableOrder, PayoutDialog } from '../../ui/payouts/payout-dialog.tsx'
import { payoutLine } from '../../ui/payouts/payout-line.ts'
import { PayoutList } from '../../ui/payouts/payout-list.tsx'
import { AsOf } from '../as-of.tsx'
import { riderLoader } from '../rider-screen.server.ts'
import type { Route } from './+types/earnings'
import { DayBars } from './day-bars.tsx'
import { bankAccountOf, ownRecordView, ownWayView } from './earnings-view.server.ts'
import { OwnRecord } from './own-record.tsx'
import { OwnWays } from './own-ways.tsx'

export const meta: Route.MetaFunction = () => [{ title: `Earnings - ${brand.name}` }]

export const loader = riderLoader(async ({ actor, db, now, query }) => {
  const page = Number(query.get('page'))
  const [earnings, delivered, payable_ways, balance, history, account, own_ways, record, cases] = await Promise.all([
    riderEarnings(db, actor.user_id, now),
    payableDeliveries(db, actor.user_id),
    payableWays(db, actor.user_id),
    riderBalance(db, actor.user_id),
    payoutHistory(db, actor.user_id, page),
    bankAccountOf(db, actor),
    ownWays(db, actor.user_id),
    riderRecord(db, actor.user_id, now),
    casesAbout(db, [{ kind: 'rider', id: actor.user_id }]),
  ])
  const payable = [
    ...delivered.map(({ closed_at, ...one }) => ({ ...one, key: one.id, at: closed_at })),
    ...payable_ways.map(({ happened_at, ...one }) => ({ ...one, key: `way-${one.id}`, at: happened_at })),
  ]
  const asked = sumKobo(payable.map(earnedBy))
  return {
    as_of: formatCampusDateTime(now),
    today: earnings.today,
    days: earnings.days.map(({ date, earned, deliveries }) => ({
      date,
      name: formatDate(date),
      earned,
      deliveries: deliveries.map(({ delivery_id, order_id, vendor_name, pay, tip, closed_at, payout_id }) => ({
        delivery_id,
        order_id,
        vendor_name,
        earned: earnedBy({ pay, tip }),
        tip,
        requested: payout_id !== null,
        at: closed_at && formatCampusTime(closed_at),
      })),
    })),
    eligible: payable.map(
      ({ key, order_id, at, ...earned }): PayableOrder => ({
        key,
        order_id,
        share_kobo: earnedBy(earned),
        when: at ? formatCampusTime(at) : '',
      }),
    ),
    delivered_count: delivered.length,
    own_ways: own_ways.map(ownWayView),
    record: ownRecordView(record, {
      open: cases.filter(({ of }) => of.status === 'Open').length,
      closed: cases.filter(({ of }) => of.status !== 'Open').length,
    }),
    taken_off: balance.to_take_off_kobo,
    held: kobo(balance.unclaimed_kobo - asked),
    total: kobo(Math.max(0, asked - balance.to_take_off_kobo)),
    history: { ...history, payouts: history.payouts.map(payoutLine) },
    account,
  }
})

/** That it failed, with the reason. */
const refusals: Record<RiderPayoutRefusal['reason'], string> = {
  not_found: 'Failed to request payout',
  rider_inactive: 'Failed to request payout: your account is not active.',
  no_bank_account: 'Failed to request payout: there is no complete bank account.',
  nothing_to_pay: 'Failed to request payout: there is no delivery that was not requested before.',
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireRider(context, request)
  const services = context.get(services_context)
  const form = await readFields(request)
  const answer = await requestRiderPayout(services, actor)
  return answer.ok ? done(form, 'Payout request sent!') : refusal(form, 409, refusals[answer.reason])
}

export default function Earnings({ loaderData }: Route.ComponentProps) {
  const { today, days, eligible, delivered_count, own_ways, record, taken_off, held, total, history, account } =
    loaderData
  const dialog = useRef<HTMLDialogElement>(null)
  const to = (page: number): Address => (page > 1 ? `/rider/earnings?page=${page}` : '/rider/earnings')

  return (
    <div className="mx-auto grid max-w-3xl gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="mr-auto text-3xl font-extrabold">Earnings</h1>
        <button
          type="button"
          className={buttonClass('primary')}
          disabled={total === 0}
          onClick={() => dialog.current?.showModal()}
        >
          Request for Payout
        </button>
      </div>
      <AsOf at={loaderData.as_of} />
      {account?.open && <CorrectAccount registration="/rider/registration" />}
      <dl className="grid gap-4 sm:grid-cols-2">
        <Figure
          flat
          name="Today"
          value={formatNaira(today.earned)}
          note={`${today.deliveries} ${today.deliveries === 1 ? 'delivery' : 'deliveries'}`}
        />
        <Figure
          flat
          name="Not requested yet"
          value={formatNaira(total)}
          note={
            `${delivered_count} delivered` +
            (eligible.length > delivered_count ? `, ${eligible.length - delivered_count} without a hand-over` : '') +
            (taken_off > 0 ? `, less ${formatNaira(taken_off)} for refunds` : '')
          }
        />
      </dl>
      {held > 0 && (
        <Notice kind="warn">
          {formatNaira(held)} for food handed over without the PIN, or for ways without a hand-over, can be requested
          once we have looked at it.
        </Notice>
      )}
      <DayBars days={days} />
      <OwnWays ways={own_ways} />
      <h2 className="text-xl font-bold">Payouts</h2>
      <PayoutList payouts={history.payouts} />
      {history.pages > 1 && (
        <StepLinks
          previous={history.page > 1 ? to(history.page - 1) : null}
          next={history.page < history.pages ? to(history.page + 1) : null}
          text={`Page ${history.page} of ${history.pages}`}
        />
      )}
      <OwnRecord record={record} />
      <PayoutDialog
        ref={dialog}
        account={account}
        eligible={eligible}
        taken_off={taken_off}
        total_kobo={total}
        registration="/rider/registration"
      />
    </div>
  )
}
