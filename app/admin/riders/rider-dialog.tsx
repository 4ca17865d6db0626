import { Link } from 'react-router'
import { DetailsDialog, Facts } from '../../ui/details-dialog.tsx'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { ConfirmWithReason } from '../../ui/forms/confirm-with-reason.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Picture } from '../../ui/pictures/picture.tsx'
import { Decisions } from '../decisions.tsx'
import { PhoneLink } from '../phone-link.tsx'
import type { RiderDetails } from './rider-view.server.ts'

/** All that is known of a rider, what can be decided, and what was. */
export function RiderDialog({ rider, close_to }: { rider: RiderDetails; close_to: string }) {
  const standing = rider.suspended_reason ?? rider.rejected_reason
  return (
    <DetailsDialog title={rider.name ?? rider.email} status={rider.status} close_to={close_to}>
      {standing && <Notice kind="warn">{standing}</Notice>}
      <RiderActions rider={rider} />
      {rider.profile_photo && (
        <Picture src={rider.profile_photo} alt="" sizes="128px" className="size-32 rounded-control object-cover" />
      )}
      <Facts
        facts={[
          ['Name', rider.name],
          ['Email', rider.email],
          ['Phone', rider.phone && <PhoneLink key="phone" number={rider.phone} />],
          ['Vehicle', rider.vehicle],
          ['Usually waits at', rider.landmark],
          ['Bank', rider.bank_name],
          ['Account Number', rider.account_number],
          ['Account Name', rider.account_name],
          ['Registration', rider.submitted ? `Sent in ${rider.submitted}` : 'Not sent in'],
          ['On duty', rider.on_duty ? `Since ${rider.on_duty}` : 'No'],
          ['Since', rider.since],
        ]}
      />
      <p>
        <Link className="text-link underline" to={`/admin/cases?about=rider:${rider.user_id}` satisfies Address}>
          Cases
        </Link>
      </p>
      <Decisions decisions={rider.decisions} />
    </DetailsDialog>
  )
}

function RiderActions({ rider }: { rider: RiderDetails }) {
  const subject = { name: 'rider_id', value: rider.user_id }
  const waits = rider.status === 'Pending' && rider.submitted !== null
  return (
    <section aria-label="Actions" className="flex flex-wrap items-start gap-2">
      {waits && (
        <>
          <ActionForm intent="activate" subject={subject} look="brand" button="Activate" busy="Activating…" />
          <ConfirmWithReason
            intent="reject"
            subject={subject}
            ask="Send back…"
            what="The registration is open again for the rider, who reads what to correct."
            button="Send back"
            busy="Saving…"
            reason={{ label: 'What has to be corrected?', hint: 'The rider reads it.' }}
          />
        </>
      )}
      {rider.status !== 'Inactive' && (
        <ConfirmWithReason
          intent="suspend"
          subject={subject}
          ask="Suspend…"
          what={
            'The rider is logged out everywhere and gets no offers. What was not picked up yet waits for ' +
            'another rider.'
          }
          button="Suspend this rider"
          busy="Suspending…"
          reason={{ label: 'Why?' }}
        />
      )}
      {rider.status === 'Inactive' && (
        <ConfirmWithReason
          intent="restore"
          subject={subject}
          ask="Restore…"
          what="The rider can log in and go on duty again."
          button="Restore this rider"
          busy="Restoring…"
        />
      )}
    </section>
  )
}
