import { formatNaira } from '../../../domain/money.ts'
import { ActionField, ActionForm } from '../../ui/action-form.tsx'
import { ConfirmWithReason } from '../../ui/confirm-with-reason.tsx'
import type { PayoutDetails } from './payout-view.server.ts'

/** What an admin may do with a Pending payout now. */
export function PayoutActions({ payout }: { payout: PayoutDetails }) {
  const { held, transfer_alive, two_admins, failed_before } = payout
  const subject = { name: 'payout_id', value: payout.id }
  if (transfer_alive) return null
  const waits_for_another = two_admins?.first?.mine === true
  const first_of_two = two_admins !== null && two_admins.first === null
  return (
    <section aria-label="Actions" className="flex flex-wrap items-start gap-2">
      {held && <ConfirmAccount payout={payout} held={held} />}
      {!held && waits_for_another && (
        <p className="basis-full text-ink-soft">You have approved it. Another admin lets the money go.</p>
      )}
      {!held && !waits_for_another && (
        <>
          <p className="basis-full text-ink-soft">
            {first_of_two
              ? 'The money goes with the approval of a second admin.'
              : `${formatNaira(payout.amount)} goes to ${payout.account_name}, ${payout.bank_name} ${payout.account_number}.`}
          </p>
          <ActionForm
            intent={failed_before === null ? 'transfer' : 'retry'}
            subject={subject}
            button={
              first_of_two
                ? 'Approve'
                : failed_before === null
                  ? 'Pay by transfer'
                  : 'Send the transfer again'
            }
            busy={first_of_two ? 'Approving…' : 'Asking…'}
          />
          {!first_of_two && <PaidByHand payout={payout} />}
        </>
      )}
      <ConfirmWithReason
        intent="cancel"
        subject={subject}
        ask="Cancel this payout…"
        what="Nothing is sent. Its orders can be requested again, and whoever asked for it is told why."
        button="Cancel the payout"
        busy="Cancelling…"
        reason={{ label: 'Why?', hint: 'Whoever asked for it reads this.' }}
      />
    </section>
  )
}

function PaidByHand({ payout }: { payout: PayoutDetails }) {
  return (
    <ConfirmWithReason
      intent="hand"
      subject={{ name: 'payout_id', value: payout.id }}
      ask="Paid by hand…"
      what="For money that you have sent from the bank yourself. The payout is Paid at once, and this cannot be taken back."
      button="Mark as paid"
      busy="Saving…"
    >
      <ActionField
        name="bank_reference"
        label="The bank's reference"
        required
        maxLength={100}
        autoComplete="off"
      />
      <ActionField
        name="paid_on"
        label="Paid on"
        type="date"
        required
        max={payout.today}
        defaultValue={payout.today}
      />
    </ConfirmWithReason>
  )
}

type Held = NonNullable<PayoutDetails['held']>

function ConfirmAccount({ payout, held }: { payout: PayoutDetails; held: Held }) {
  return (
    <div className="grid basis-full gap-3 rounded-control border border-line bg-sunken p-4">
      <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
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
          Please make sure of it first, best by calling the {payout.payee.kind} on the number you know.
          Payouts that wait will then go to the account of now.
        </p>
      </ActionForm>
    </div>
  )
}
