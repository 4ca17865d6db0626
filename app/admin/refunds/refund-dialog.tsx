import { Link } from 'react-router'
import { DetailsDialog, Facts } from '../../ui/details-dialog.tsx'
import { ActionCheckbox } from '../../ui/forms/action-form.tsx'
import { ConfirmWithReason } from '../../ui/forms/confirm-with-reason.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { MoneyFacts } from '../goes-back.ts'
import type { RefundView } from './refund-view.server.ts'

type OpenedRefund = RefundView & {
  asked_by: string
  goes_back: MoneyFacts
  has_chargeback: boolean
  /** By what the provider knows it, where it should be there by now. */
  slow: string | null
}

/** One refund in full, and what a person can do about one that failed. */
export function RefundDialog({ refund, close_to }: { refund: OpenedRefund; close_to: string }) {
  return (
    <DetailsDialog title={`Refund of ${refund.amount}`} status={refund.status} close_to={close_to}>
      {refund.last_error && <Notice kind={refund.status === 'Failed' ? 'bad' : 'warn'}>{refund.last_error}</Notice>}
      {refund.slow && (
        <Notice kind="warn">
          It should have arrived by now. Ask the provider’s support about {refund.slow}: as long as it may still be
          made, it cannot be sent again. We ask every hour, and once it was refused you decide here.
        </Notice>
      )}
      <Facts
        facts={[
          [
            'Order',
            refund.order_id && (
              <Link className="text-link underline" to={`/admin/orders/${refund.order_id}` satisfies Address}>
                Order {refund.order_id}
              </Link>
            ),
          ],
          ['Why', refund.reason],
          ['The customer reads', refund.explanation],
          refund.items && ['Items', refund.items],
          refund.delivery_fee && ['Of it delivery fee', refund.delivery_fee],
          refund.tip && ['Of it tip', refund.tip],
          refund.borne_by && ['Borne by', refund.borne_by],
          [
            'Payment reference',
            <span key="ref" className="break-all">
              {refund.tx_ref}
            </span>,
          ],
          ['Asked', `${refund.asked}, by ${refund.asked_by}`],
          refund.sending > 1 && ['Sending', `number ${refund.sending}`],
          refund.provider_refund_id && ['At the provider', `refund ${refund.provider_refund_id}`],
          refund.bank_reference && ['Paid by hand', refund.bank_reference],
          refund.covered_by !== null && ['Not sent', 'the customer’s bank gave it back (a chargeback)'],
          refund.done && ['Done', refund.done],
          refund.next_look && ['Looked at next', refund.next_look],
        ]}
      />
      {refund.status === 'Failed' && <FailedRefund refund={refund} />}
    </DetailsDialog>
  )
}

function FailedRefund({ refund }: { refund: OpenedRefund }) {
  const subject = { name: 'refund', value: refund.id }
  const doubt = refund.possible_refund_id
  const confirmation = doubt !== null && (
    <ActionCheckbox key={doubt} name="looked_up" value={doubt} required>
      I looked at the provider: its refund {doubt} failed or is another one, and this one was not made.
    </ActionCheckbox>
  )
  return (
    <>
      {doubt !== null && (
        <ConfirmWithReason
          intent="recognise"
          subject={subject}
          ask="It was made…"
          what={
            `The provider’s refund ${doubt} has the same amount and belongs to the same payment. ` +
            `Once it is taken for this one, ${refund.amount} is not sent again.`
          }
          button="It is this one"
          busy="Saving…"
        >
          <input type="hidden" name="made_as" value={doubt} />
        </ConfirmWithReason>
      )}
      {refund.has_chargeback && (
        <ConfirmWithReason
          intent="covered"
          subject={subject}
          ask="The bank gave it back…"
          what={
            `The customer’s bank took the money of this payment back, and the chargeback is lost or accepted. ` +
            `The refund of ${refund.amount} is over, and nothing is sent.`
          }
          button="It is over"
          busy="Saving…"
        >
          {confirmation}
        </ConfirmWithReason>
      )}
      <ConfirmWithReason
        intent="retry"
        subject={subject}
        ask="Send it again…"
        what="The provider is asked for it once more, as a new refund."
        button={`Send ${refund.amount} again`}
        busy="Sending…"
        reason={{ label: 'Why?', hint: 'Kept in the audit log.' }}
      >
        <Facts facts={refund.goes_back} />
        {confirmation}
      </ConfirmWithReason>
      <ConfirmWithReason
        intent="by_hand"
        subject={subject}
        ask="Paid by hand…"
        what={`You have sent ${refund.amount} to the customer from our bank account. The customer is told by mail.`}
        button={`Record ${refund.amount} as paid`}
        busy="Saving…"
      >
        <Facts facts={refund.goes_back.slice(0, 2)} />
        <Field name="bank_reference" label="The bank’s reference" required maxLength={100} autoComplete="off" />
        {confirmation}
      </ConfirmWithReason>
    </>
  )
}
