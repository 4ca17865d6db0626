import { Link } from 'react-router'
import { DetailsDialog, Facts } from '../../ui/details-dialog.tsx'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { ConfirmWithReason } from '../../ui/forms/confirm-with-reason.tsx'
import type { DifferenceView } from './difference-view.server.ts'

/** One difference: what each side says, and what can be done about it. */
export function DifferenceDialog(props: { difference: DifferenceView; close_to: string }) {
  const { difference, close_to } = props
  const subject = { name: 'difference', value: difference.id }
  return (
    <DetailsDialog title={`Difference ${difference.id}`} status={difference.status} close_to={close_to}>
      <p className="font-semibold">{difference.what}</p>
      <Facts
        facts={[
          ['We say', difference.ours],
          ['The provider says', difference.theirs],
          [
            'Reference',
            difference.tx_ref && (
              <Link
                className="break-all text-link underline"
                to={`/admin/transactions?q=${encodeURIComponent(difference.tx_ref)}` satisfies Address}
              >
                {difference.tx_ref}
              </Link>
            ),
          ],
          ['Provider’s number', difference.provider_number],
          ['Found', difference.found],
          difference.closed && ['Closed', `${difference.closed}, by ${difference.closed_by}`],
          difference.closed && ['Outcome', difference.outcome],
        ]}
      />
      {difference.verbs.includes('settle') && (
        <ConfirmWithReason
          intent="settle"
          subject={subject}
          ask="Settle it…"
          what={
            'The provider is asked once more; a successful payment becomes its orders, goes back to the customer, ' +
            'or comes to the review list, like any other.'
          }
          button="Settle it"
          busy="Asking the provider…"
        />
      )}
      {difference.verbs.includes('ask_again') && (
        <ActionForm
          intent="ask_again"
          subject={subject}
          button="Ask the provider again"
          busy="Asking the provider…"
          look="brand"
        />
      )}
      {difference.verbs.includes('ignore') && (
        <ConfirmWithReason
          intent="ignore"
          subject={subject}
          ask="Leave it as it is…"
          what="It leaves the list of open differences. It comes back by itself when its figures change."
          button="Leave it"
          busy="Saving…"
          reason={{ label: 'Why?', hint: 'Kept in the audit log.' }}
        />
      )}
    </DetailsDialog>
  )
}
