import { Link } from 'react-router'
import { DetailsDialog, Facts } from '../../ui/details-dialog.tsx'
import { ConfirmWithReason } from '../../ui/forms/confirm-with-reason.tsx'
import { Picture } from '../../ui/pictures/picture.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { PhoneLink } from '../phone-link.tsx'
import { Amount, Bearer, DeliveryFee } from '../refund-fields.tsx'
import type { ClaimDetails } from './claim-view.server.ts'

const link = 'text-link underline'

/** One claim: what its customer says and shows, what was claimed before by the same phone, and what can be decided. */
export function ClaimDialog({ claim, close_to }: { claim: ClaimDetails; close_to: string }) {
  return (
    <DetailsDialog title={claim.kind} status={claim.status} close_to={close_to}>
      <Facts
        facts={[
          ['Told', claim.date],
          [
            'Order',
            <span key="o">
              <Link className={link} to={`/admin/orders/${claim.order_id}` satisfies Address}>
                Order {claim.order_id}
              </Link>{' '}
              <StatusChip status={claim.order_status} />
            </span>,
          ],
          ['Kitchen', claim.vendor_name],
          ['Customer', claim.customer],
          ['Phone', <PhoneLink key="p" number={claim.phone} />],
          ['Dishes', claim.dishes && `${claim.dishes} (${claim.worth})`],
          [
            'Words',
            claim.words.length > 0 &&
              claim.words.map(({ id, text, when }) => (
                <p key={id} className="whitespace-pre-line wrap-anywhere">
                  {text} <span className="text-sm text-ink-soft">{when}</span>
                </p>
              )),
          ],
          [
            'Photo',
            claim.photo && (
              <a key="f" href={claim.photo.replace('-640.', '-960.')}>
                <Picture
                  src={claim.photo}
                  alt="What the customer shows"
                  sizes="20rem"
                  className="w-full max-w-xs rounded-control"
                  eager
                />
              </a>
            ),
          ],
          [
            'Claimed before',
            claim.others.length > 0 &&
              claim.others.map((other) => (
                <span key={other.id} className="mr-3 inline-block">
                  <Link className={link} to={`/admin/claims?claim=${other.id}` satisfies Address}>
                    Order {other.order_id}
                  </Link>{' '}
                  <StatusChip status={other.status} />
                </span>
              )),
          ],
          claim.decided && ['Decided', claim.decided],
          claim.decided && ['Why', claim.reason],
          claim.decided && [
            'Went back',
            claim.refund_id && (
              <Link className={link} to={`/admin/refunds?refund=${claim.refund_id}` satisfies Address}>
                {claim.given}, borne by the {claim.borne_by}
              </Link>
            ),
          ],
        ]}
      />
      {claim.is_open && <Decisions claim={claim} />}
    </DetailsDialog>
  )
}

function Decisions({ claim }: { claim: ClaimDetails }) {
  const subject = { name: 'claim', value: claim.id }
  const reason = { label: 'Why?', hint: 'The customer reads it.' }
  return (
    <div className="flex flex-wrap items-start gap-3">
      {claim.can_give && (
        <ConfirmWithReason
          intent="approve"
          subject={subject}
          ask="Approve…"
          what={`At most ${claim.most} of the food can go back. The customer is told by SMS and mail.${claim.besides}`}
          button="Give this back"
          busy="Sending…"
          reason={reason}
        >
          <Amount label="Amount in naira" proposed={claim.most_naira} />
          <DeliveryFee left={claim.fee_kobo} />
          <Bearer carrier={claim.carrier} likely={claim.likely_bearer} />
        </ConfirmWithReason>
      )}
      {claim.can_confirm && (
        <ConfirmWithReason
          intent="confirm_dearer"
          subject={subject}
          ask="Confirm…"
          what={`Its money went back before. SMS and mail tell the customer they were right.${claim.besides}`}
          button="Confirm the report"
          busy="Confirming…"
          reason={reason}
        />
      )}
      {claim.is_second_payment && (
        <p className="basis-full text-ink-soft">
          A second payment goes back by itself. The order shows its payments and what went back: tell the customer.
        </p>
      )}
      <ConfirmWithReason
        intent="refuse"
        subject={subject}
        ask="Refuse…"
        what="Nothing goes back. The customer is told by SMS and mail."
        button="Refuse the claim"
        busy="Refusing…"
        reason={reason}
      />
    </div>
  )
}
