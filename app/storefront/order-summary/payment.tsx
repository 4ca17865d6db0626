import { Link } from 'react-router'
import { buttonClass } from '../../ui/button.tsx'
import type { Refused } from '../../ui/forms/action-answer.ts'
import { Notice } from '../../ui/notice.tsx'
import { AwaitedTransfer } from './awaited-transfer.tsx'
import { ContinueWithChanges } from './continue-with-changes.tsx'
import { Instead } from './instead.tsx'
import { PAY_FORM_ID, PayButton } from './pay-button.tsx'
import { paymentNotice } from './payment-notice.ts'
import { Fact } from './rows.tsx'
import type { Summary } from './summary-view.server.ts'
import { rememberSummary, usePayment } from './use-payment.ts'
import { useStateWatch } from './use-state-watch.ts'

/** Before the money is there: what will be paid, for whom, and the button. */
export function Payment({ summary, refused }: { summary: Summary; refused: Refused | undefined }) {
  const { step, changed, opened, pay, ...told } = usePayment(summary)
  const { state, transfer, coming } = summary
  const problem = told.problem ?? summary.problem
  useStateWatch(summary.link_token, state, opened)
  const is_checking = state === 'checking' && !told.is_window_open
  const notice = paymentNotice({ ...told, state, payment_type: summary.payment_type })
  const may_wait = !told.is_window_open && !told.looks_paid && notice?.kind !== 'bad'
  const awaited = may_wait && (is_checking || state === 'started') && transfer
  const probably_paid = told.looks_paid || (is_checking && !told.unfinished) || Boolean(awaited)
  return (
    <>
      <h1 className="text-3xl font-extrabold">Order Summary</h1>
      <WhatIsPaid summary={summary} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, escaped by React on the server. */}
      {!probably_paid && <div dangerouslySetInnerHTML={{ __html: summary.choice }} />}
      <div className="mt-4 space-y-4">
        {awaited ? (
          <AwaitedTransfer transfer={awaited} total={summary.total} />
        ) : notice ? (
          <Notice kind={notice.kind}>
            {notice.title && <p>{notice.title}</p>}
            {notice.text && <p className={notice.title && 'mt-1 font-normal'}>{notice.text}</p>}
          </Notice>
        ) : (
          !problem && summary.state_said && <Notice kind="warn">{summary.state_said}</Notice>
        )}
        {coming?.wait && !problem && (
          <div className="rounded-control bg-warn-soft p-4 text-warn">
            {coming.wait.said}
            {coming.asks && (
              <label className="mt-2 flex min-h-11 items-center gap-3 font-bold">
                <input form={PAY_FORM_ID} type="checkbox" name="wait" required className="size-6 shrink-0" /> I can wait
                for a rider
              </label>
            )}
            <Instead summary={summary} {...coming.wait} />
          </div>
        )}
        {problem && !probably_paid ? (
          <Notice kind="warn">
            {problem.said}
            <Instead summary={summary} {...problem} />
            {problem.link && (
              <a href={problem.link.to} className={buttonClass('brand', 'mt-3 w-full')}>
                {problem.link.text}
              </a>
            )}
          </Notice>
        ) : changed ? (
          <ContinueWithChanges summary={summary} quote={changed} />
        ) : (
          <>
            {refused && step === 'idle' && !notice && <Notice kind="bad">{refused.said}</Notice>}
            <PayButton summary={summary} step={step} probably_paid={probably_paid} pay={pay} />
            {coming && !probably_paid && (
              <a
                href={`/order-summary/someone?order=${summary.link_token}` satisfies Address}
                className={buttonClass('quiet', 'w-full')}
                onClick={() => rememberSummary(summary)}
              >
                Someone else pays
              </a>
            )}
          </>
        )}
        {state === 'checking' && (
          <a
            href={`/order-summary?order=${summary.link_token}` satisfies Address}
            className={buttonClass('quiet', 'hidden noscript:flex')}
          >
            Look again
          </a>
        )}
        <p className="text-center text-sm text-ink-soft">
          Card, USSD or bank transfer, through Flutterwave. We never see your card.
        </p>
      </div>
    </>
  )
}

/** For whom, what, and what it costs. */
function WhatIsPaid({ summary }: { summary: Summary }) {
  const { customer, coming } = summary
  return (
    <>
      <section aria-labelledby="customer-heading" className="card mt-6 p-5">
        <h2 id="customer-heading" className="text-lg font-bold">
          Customer Info
        </h2>
        <dl className="mt-3 grid grid-cols-[fit-content(45%)_1fr] gap-x-4 gap-y-1.5">
          <Fact name="Name" value={`${customer.firstName} ${customer.lastName}`} />
          <Fact name="Email" value={customer.email} />
          <Fact name="Phone" value={customer.phone} />
          {customer.address && <Fact name="Address" value={customer.address} />}
          {customer.note && <Fact name="Note" value={customer.note} />}
          {coming?.windows.map((window) => (
            <Fact key={window.name} {...window} />
          ))}
        </dl>
        {!summary.is_replaced && (
          <Link
            to={`/checkout?again=${summary.link_token}` satisfies Address}
            className="mt-3 inline-flex min-h-11 items-center font-semibold text-link underline"
          >
            Change this
          </Link>
        )}
      </section>
      <section aria-labelledby="cost-heading" className="card mt-4 p-5">
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, escaped by React on the server. */}
        <div dangerouslySetInnerHTML={{ __html: summary.bill }} />
        <Instead summary={summary} offers={summary.rides} />
      </section>
    </>
  )
}
