import { type RefObject, useState } from 'react'
import { Link, useFetchers } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { formatNaira, type Kobo, kobo } from '../../../domain/money.ts'
import { buttonClass } from '../button.tsx'
import { ActionForm } from '../forms/action-form.tsx'
import { Notice } from '../notice.tsx'

export type PayableOrder = {
  key: number | string
  order_id: number
  when: string
  /** What the payee gets, and what the customer paid where that is more. */
  share_kobo: Kobo
  of?: Kobo
}

type PayoutDialogProps = {
  ref: RefObject<HTMLDialogElement | null>
  /** `open`: the payee may correct it now. */
  account: { bank_name: string; account_number: string; account_name: string; open: boolean } | null
  eligible: readonly PayableOrder[]
  /** Refunds that the payee bears and that come off this payout. */
  taken_off?: Kobo
  total_kobo: Kobo
  /** Where the registration stands that holds the bank account. */
  registration: Address
}

/** Bank details, eligible delivered orders, total, and Confirm Request. */
export function PayoutDialog(props: PayoutDialogProps) {
  const { ref, account, eligible, taken_off = 0, total_kobo: total } = props
  const close = () => ref.current?.close()
  const [closed, setClosed] = useState(0)
  const is_sending = useFetchers().some(({ state }) => state !== 'idle')
  return (
    <dialog
      ref={ref}
      aria-labelledby="payout-heading"
      className={
        'sheet m-auto max-h-[90dvh] w-[calc(100vw-2rem)] max-w-lg overflow-y-auto rounded-card bg-surface p-5 ' +
        'shadow-raised'
      }
      closedby="any"
      onClose={() => is_sending || setClosed(closed + 1)}
    >
      <h2 id="payout-heading" className="text-xl font-bold">
        Request for Payout
      </h2>
      <Account account={account} registration={props.registration} />
      <h3 className="mt-4 font-bold">Delivered orders</h3>
      <Eligible orders={eligible} />
      {taken_off > 0 && (
        <p className="flex justify-between py-2">
          <span>Refunds that you bear</span>
          <span className="money">{formatNaira(kobo(-taken_off))}</span>
        </p>
      )}
      <p className="mt-2 flex justify-between border-t-2 border-line pt-2 text-lg font-bold">
        <span>Total</span>
        <span className="money">{formatNaira(total)}</span>
      </p>
      <div className="mt-5">
        <ActionForm
          // What was refused the last time says nothing about this time.
          key={closed}
          intent="request"
          // Sent again after a lost answer it is the same request.
          subject={eligible[0] && { name: 'order_id', value: eligible[0].order_id }}
          button="Confirm Request"
          busy="Sending…"
          disabled={account === null || eligible.length === 0 || total <= 0}
          lost="Your request may not have reached us."
          onDone={close}
          beside={() => (
            <button type="button" className={buttonClass('quiet')} onClick={close}>
              Cancel
            </button>
          )}
        />
      </div>
    </dialog>
  )
}

function Account({ account, registration }: Pick<PayoutDialogProps, 'account' | 'registration'>) {
  if (!account) {
    return (
      <div className="mt-4">
        <Notice kind="warn">
          We do not know your bank account yet.{' '}
          <Link to={registration} className="underline">
            Finish your registration
          </Link>
        </Notice>
      </div>
    )
  }
  return (
    <>
      <dl className="mt-4 grid grid-cols-[fit-content(45%)_1fr] gap-x-4 gap-y-1">
        <dt className="text-ink-soft">Bank</dt>
        <dd>{account.bank_name}</dd>
        <dt className="text-ink-soft">Account number</dt>
        <dd className="money">{account.account_number}</dd>
        <dt className="text-ink-soft">Account name</dt>
        <dd>{account.account_name}</dd>
      </dl>
      <p className="mt-2 text-sm text-ink-soft">
        {account.open ? (
          <Link to={registration} className="text-link underline">
            Correct this account first
          </Link>
        ) : (
          `Another account now? Call ${brand.support_phone}: we open your registration for it.`
        )}
      </p>
    </>
  )
}

function Eligible({ orders }: { orders: readonly PayableOrder[] }) {
  return (
    <ul className="mt-1 divide-y divide-line">
      {orders.map(({ key, order_id, when, share_kobo: share, of }) => (
        <li key={key} className="flex flex-wrap justify-between gap-x-3 py-2">
          <span>
            Order {order_id} <span className="text-sm text-ink-soft">{when}</span>
          </span>
          <span className="money">
            {of !== undefined && <span className="text-sm text-ink-soft">of {formatNaira(of)}: </span>}
            {formatNaira(share)}
          </span>
        </li>
      ))}
    </ul>
  )
}
