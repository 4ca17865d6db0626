import { Link } from 'react-router'
import { DetailsDialog, Facts } from '../../ui/details-dialog.tsx'
import { ConfirmWithReason } from '../../ui/forms/confirm-with-reason.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { PhoneLink } from '../phone-link.tsx'
import type { ReviewDetails } from './review-view.server.ts'

const link = 'text-link underline'

/** One case: what arrived, what was asked for, from whom, and what can be decided. */
export function ReviewDialog({ review, close_to }: { review: ReviewDetails; close_to: string }) {
  return (
    <DetailsDialog title={review.kind} status={review.status} close_to={close_to}>
      <Facts
        facts={[
          ['Arrived', `${review.amount} by ${review.payment_type}, ${review.date}`],
          ['Asked for', review.expected],
          ['Customer', review.customer],
          ['Phone', review.phone && <PhoneLink number={review.phone} />],
          ['Email', review.email],
          [
            'Reference',
            <Link
              key="r"
              className={`${link} break-all`}
              to={`/admin/transactions?q=${encodeURIComponent(review.tx_ref)}` satisfies Address}
            >
              {review.tx_ref}
            </Link>,
          ],
          ['Provider’s number', review.provider_transaction_id],
          [
            'Checkout',
            review.receipt ? (
              <a key="receipt" className={link} href={review.receipt}>
                {review.checkout_status}
              </a>
            ) : (
              review.checkout_status
            ),
          ],
          [
            'Orders',
            review.orders.length > 0 &&
              review.orders.map((order) => (
                <span key={order.id} className="mr-3 inline-block">
                  <Link className={link} to={`/admin/orders/${order.id}` satisfies Address}>
                    Order {order.id}
                  </Link>{' '}
                  <StatusChip status={order.status} />
                </span>
              )),
          ],
          review.refunds.length > 0 && [
            'Refund',
            review.refunds.map((refund) => (
              <span key={refund.id}>
                {refund.amount} <StatusChip status={refund.status} />
              </span>
            )),
          ],
          review.decided && ['Decided', review.decided],
          review.decided && ['Why', review.reason],
        ]}
      />
      {review.open && <Decisions review={review} />}
    </DetailsDialog>
  )
}

function Decisions({ review }: { review: ReviewDetails }) {
  const subject = { name: 'case', value: review.id }
  const reason = { label: 'Why?', hint: 'Kept in the audit log.' }
  return (
    <div className="flex flex-wrap items-start gap-3">
      {review.naira && (
        <ConfirmWithReason
          intent="refund"
          subject={subject}
          ask="Send it back…"
          what="All of it goes back, and this cannot be taken back."
          button={`Send ${review.amount} back`}
          busy="Sending…"
          reason={{ label: 'Why?', hint: 'The customer reads it. Kept in the audit log.' }}
        >
          <Facts facts={review.goes_back} />
        </ConfirmWithReason>
      )}
      {review.short && (
        <ConfirmWithReason
          intent="accept"
          subject={subject}
          ask="Accept as paid…"
          what={
            `The order goes to the kitchen as if it were paid in full; the missing ${review.missing} are ours ` +
            'to bear.'
          }
          button={`Accept without ${review.missing}`}
          busy="Accepting…"
          reason={reason}
        />
      )}
      <ConfirmWithReason
        intent="close"
        subject={subject}
        ask="Close it…"
        what="Nothing moves: for money that was settled elsewhere, for example at the provider."
        button="Close the case"
        busy="Closing…"
        reason={reason}
      />
    </div>
  )
}
