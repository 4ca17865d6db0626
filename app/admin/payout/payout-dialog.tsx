import { Link } from 'react-router'
import { formatNaira } from '../../../domain/money.ts'
import { DetailsDialog, Facts, History, Section } from '../../ui/details-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { PayoutActions } from './payout-actions.tsx'
import type { PayoutDetails } from './payout-view.server.ts'
import { TransferDoubts } from './transfer-doubts.tsx'

/** One payout with the orders it claims, where the money goes, what was tried, and what can be done. */
export function PayoutDialog({ payout, close_to }: { payout: PayoutDetails; close_to: string }) {
  return (
    <DetailsDialog title={`Payout ${payout.id}`} status={payout.status} close_to={close_to}>
      <Standing payout={payout} />
      <Facts
        facts={[
          ['Amount', <strong key="amount">{formatNaira(payout.amount)}</strong>],
          [payout.payee.kind === 'vendor' ? 'Vendor' : 'Rider', <PayeeLink key="payee" payout={payout} />],
          ['Requested', payout.requested],
          ['Bank', payout.bank_name],
          [
            'Account number',
            <span key="number" className="money">
              {payout.account_number}
            </span>,
          ],
          ['Account name', payout.account_name],
        ]}
      />
      <TransferDoubts payout={payout} />
      {payout.status === 'Pending' && <PayoutActions payout={payout} />}
      <Claimed payout={payout} />
      {payout.transfers.length > 0 && <Transfers payout={payout} />}
      <History moves={payout.history} />
    </DetailsDialog>
  )
}

/** Where it stands, said first: who decided it and how, or what it waits for. */
function Standing({ payout }: { payout: PayoutDetails }) {
  const { status, decided, two_admins, transfer_alive, unanswered, failed_before, held } = payout
  if (status === 'Paid') {
    return (
      <Notice kind="good">
        {payout.paid_by === 'hand' ? `Paid by hand on ${payout.paid_on}` : 'Paid by transfer'}
        {decided && `, ${decided.by === 'system' ? '' : `by ${decided.by}, `}${decided.when}`}.{' '}
        <span className="font-normal wrap-anywhere">Reference {payout.bank_reference ?? 'N/A'}</span>
      </Notice>
    )
  }
  if (status === 'Cancelled') {
    return (
      <Notice kind="warn">
        Cancelled{decided && ` by ${decided.by}, ${decided.when}`}. {decided?.reason}
      </Notice>
    )
  }
  return (
    <>
      {transfer_alive && (
        <Notice kind="warn">
          {unanswered
            ? 'The transfer service gave no answer. We keep asking whether it has the transfer; until that is ' +
              'known nothing else can be done with this payout.'
            : 'The transfer is under way. This page changes by itself when it has arrived.'}
        </Notice>
      )}
      {payout.slow_reference && (
        <Notice kind="warn">
          That is more than a day ago. Ask the provider’s support about transfer{' '}
          <span className="wrap-anywhere">{payout.slow_reference}</span>: as long as it may still arrive, nothing else
          can be sent. Once it was refused you decide here.
        </Notice>
      )}
      {failed_before !== null && (
        <Notice kind="bad">
          The last transfer failed: {failed_before.replace(/\.$/, '')}.{' '}
          {payout.transfers.some(({ doubt }) => doubt !== null)
            ? 'It is not certain that no money has left.'
            : 'The transfer service is asked once more before anything else is done.'}
        </Notice>
      )}
      {held && <Notice kind="bad">This payout is held: the bank account was changed.</Notice>}
      {two_admins && !transfer_alive && (
        <Notice kind="warn">
          Above {formatNaira(two_admins.above)} two admins must approve.{' '}
          {two_admins.first === null
            ? 'Nobody has yet.'
            : `${two_admins.first.mine ? 'You' : two_admins.first.by} approved first, ${two_admins.first.when}.`}
        </Notice>
      )}
    </>
  )
}

function PayeeLink({ payout }: { payout: PayoutDetails }) {
  const { kind, name, user_id } = payout.payee
  return (
    <Link className="text-link underline" to={`/admin/${kind}s?${kind}=${user_id}` satisfies Address}>
      {name}
    </Link>
  )
}

function Claimed({ payout }: { payout: PayoutDetails }) {
  const what = payout.payee.kind === 'vendor' ? 'Orders' : 'Deliveries'
  return (
    <Section name={what}>
      {payout.claimed.length === 0 ? (
        <p className="text-ink-soft">It claims none any more: they can be requested again.</p>
      ) : (
        <ul className="divide-y divide-line">
          {payout.claimed.map((order) => (
            <li key={order.order_id} className="flex flex-wrap justify-between gap-x-4 py-1.5">
              <span>
                <Link className="text-link underline" to={`/admin/orders/${order.order_id}` satisfies Address}>
                  Order {order.order_id}
                </Link>{' '}
                <span className="text-sm text-ink-soft">{order.date}</span>
              </span>
              <span className="money">{formatNaira(order.amount)}</span>
            </li>
          ))}
          {payout.taken_off > 0 && (
            <li className="flex flex-wrap justify-between gap-x-4 py-1.5">
              <span>Refunds that the rider bears</span>
              <span className="money">−{formatNaira(payout.taken_off)}</span>
            </li>
          )}
        </ul>
      )}
    </Section>
  )
}

function Transfers({ payout }: { payout: PayoutDetails }) {
  return (
    <Section name="Transfers">
      <ul className="grid gap-2">
        {payout.transfers.map((transfer) => (
          <li key={transfer.id}>
            <StatusChip status={transfer.status} />{' '}
            <span className="break-words text-ink-soft">
              {transfer.when}, asked by {transfer.asked_by}
              {transfer.status === 'Successful' && transfer.fee !== null && `, fee ${formatNaira(transfer.fee)}`}
            </span>
            <span className="block text-sm wrap-anywhere">{transfer.reference}</span>
            {transfer.problem && <span className="block text-sm text-bad">{transfer.problem}</span>}
            {transfer.looked_up && <span className="block text-sm">Looked up by an admin, {transfer.looked_up}</span>}
          </li>
        ))}
      </ul>
    </Section>
  )
}
