import { ConfirmWithReason } from '../../ui/forms/confirm-with-reason.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { PayoutDetails } from './payout-view.server.ts'

/** Failed transfers that may have moved money, and the way to say what came of each. */
export function TransferDoubts({ payout }: { payout: PayoutDetails }) {
  return (
    <>
      {payout.transfers
        .filter(({ doubt }) => doubt !== null)
        .map(({ id, reference, doubt }) => (
          <div key={id} className="grid gap-2">
            <Notice kind={doubt === 'alive' ? 'bad' : 'warn'}>
              {doubt === 'alive'
                ? 'The transfer service makes transfer'
                : 'The transfer service does not say what became of'}{' '}
              <span className="wrap-anywhere">{reference}</span>
              {doubt === 'alive'
                ? ' after all. Ask its support to stop it; if it has arrived, ask for the money back.'
                : '. It is asked again at each try. If it stays silent, look there yourself.'}
            </Notice>
            <ConfirmWithReason
              intent="looked_up"
              subject={{ name: 'transfer_id', value: id }}
              ask="I looked there…"
              what={
                'You say that this transfer brought nothing, or that its money came back or counts. It holds nothing ' +
                'up any more.'
              }
              button="It is settled"
              busy="Saving…"
              reason={{ label: 'What came of it?', hint: 'Kept in the audit log.' }}
            >
              <input type="hidden" name="payout_id" value={payout.id} />
            </ConfirmWithReason>
          </div>
        ))}
    </>
  )
}
