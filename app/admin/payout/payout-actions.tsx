import { formatNaira } from '../../../domain/money.ts'
import { Facts } from '../../ui/details-dialog.tsx'
import { ActionCheckbox, ActionForm } from '../../ui/forms/action-form.tsx'
import { ConfirmWithReason } from '../../ui/forms/confirm-with-reason.tsx'
import { Field } from '../../ui/forms/field.tsx'
import type { PayoutDetails } from './payout-view.server.ts'

/** What an admin may do with a Pending payout now. */
export function PayoutActions({ payout }: { payout: PayoutDetails }) {
  const { held, transfer_alive, two_admins } = payout
  const subject = { name: 'payout_id', value: payout.id }
  if (transfer_alive) return null
  const waits_for_another = two_admins?.first?.mine === true
  const approves_first = two_admins !== null && two_admins.first === null
  return (
    <section aria-label="Actions" className="flex flex-wrap items-start gap-2">
      {held && <ConfirmAccount payout={payout} held={held} />}
      {!held && waits_for_another && (
        <p className="basis-full text-ink-soft">You have approved it. Another admin lets the money go.</p>
      )}
      {!held && !waits_for_another && (
        <>
          {/* A transfer that failed is another question, which nobody has opened yet. */}
          <PayByTransfer key={payout.failed_before} payout={payout} approves_first={approves_first} />
          {!approves_first && <PaidByHand payout={payout} />}
        </>
      )}
      <ConfirmWithReason
        intent="cancel"
        subject={subject}
        ask="Cancel this payout…"
        what="Nothing is sent. Its orders can be requested again, and the person who asked for it is told why."
        button="Cancel the payout"
        busy="Cancelling…"
        reason={{ label: 'Why?', hint: 'The person who asked for it reads this.' }}
      >
        <ActionCheckbox name="wrong_account">
          The bank account is wrong: let the {payout.payee.kind} correct it.
        </ActionCheckbox>
      </ConfirmWithReason>
    </section>
  )
}

function PayByTransfer({ payout, approves_first }: { payout: PayoutDetails; approves_first: boolean }) {
  const again = payout.failed_before !== null
  const amount = formatNaira(payout.amount)
  return (
    <ConfirmWithReason
      intent={again ? 'retry' : 'transfer'}
      subject={{ name: 'payout_id', value: payout.id }}
      ask={approves_first ? 'Approve…' : again ? 'Send the transfer again…' : 'Pay by transfer…'}
      what={
        approves_first
          ? 'The money goes with the approval of a second admin.'
          : 'The money leaves by bank transfer, and this cannot be taken back.'
      }
      button={approves_first ? `Approve ${amount}` : `Pay ${amount}`}
      busy={approves_first ? 'Approving…' : 'Asking…'}
    >
      <WhatGoes payout={payout} />
    </ConfirmWithReason>
  )
}

/** What the admin confirms. It is sent along, and the server pays nothing else. */
function WhatGoes({ payout }: { payout: PayoutDetails }) {
  const { amount, bank_name, account_number, account_name } = payout
  return (
    <>
      <Facts
        facts={[
          ['Amount', <strong key="amount">{formatNaira(amount)}</strong>],
          ['To', account_name],
          ['Bank', bank_name],
          [
            'Account number',
            <span key="number" className="money">
              {account_number}
            </span>,
          ],
        ]}
      />
      {Object.entries({ amount, bank_name, account_number, account_name }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </>
  )
}

function PaidByHand({ payout }: { payout: PayoutDetails }) {
  return (
    <ConfirmWithReason
      intent="hand"
      subject={{ name: 'payout_id', value: payout.id }}
      ask="Paid by hand…"
      what={
        'For money that you have sent from the bank yourself. The payout is Paid at once, and this cannot be ' +
        'taken back.'
      }
      button={`Mark ${formatNaira(payout.amount)} as paid`}
      busy="Saving…"
    >
      <WhatGoes payout={payout} />
      <Field name="bank_reference" label="The bank's reference" required maxLength={100} autoComplete="off" />
      <Field name="paid_on" label="Paid on" type="date" required max={payout.today} defaultValue={payout.today} />
    </ConfirmWithReason>
  )
}

type Held = NonNullable<PayoutDetails['held']>

function ConfirmAccount({ payout, held }: { payout: PayoutDetails; held: Held }) {
  return (
    <div className="grid basis-full gap-3 rounded-control border border-line bg-sunken p-4">
      <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[fit-content(45%)_1fr]">
        <dt className="text-ink-soft">Requested to</dt>
        <dd className="money">{held.asked}</dd>
        <dt className="text-ink-soft">Account now</dt>
        <dd>
          <span className="money">{held.now}</span>, {held.now_name ?? 'N/A'}
        </dd>
      </dl>
      <ActionForm
        intent="confirm_account"
        subject={{ name: 'payout_id', value: payout.id }}
        button="Confirm this account"
        busy="Confirming…"
        look="brand"
      >
        <input type="hidden" name="payee_kind" value={payout.payee.kind} />
        <input type="hidden" name="payee_id" value={payout.payee.user_id} />
        <input type="hidden" name="seen" value={held.fingerprint} />
        <p>
          Please check it first, best by calling the {payout.payee.kind} on the number you know. Waiting payouts will
          then go to the current account.
        </p>
      </ActionForm>
    </div>
  )
}
