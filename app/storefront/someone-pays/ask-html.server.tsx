import { renderToStaticMarkup } from 'react-dom/server'
import type { CheckoutSummary } from '../../../domain/checkout/checkout-summary.ts'
import { agreesToWait } from '../../../domain/checkout/hand-over/agrees-to-wait.ts'
import { formatNaira } from '../../../domain/money.ts'
import { buttonClass } from '../../ui/button.tsx'
import type { Refused } from '../../ui/forms/action-answer.ts'
import { Field, RefusedContext } from '../../ui/forms/field.tsx'
import { Notice } from '../../ui/notice.tsx'

type Asked = {
  summary: CheckoutSummary
  now: Date
  link: { url: string; greeting: string } | null
  refused: Refused | null
}

/** The page on which a customer asks somebody to pay, as HTML that needs no script. */
export const askHtml = (asked: Asked): string => renderToStaticMarkup(<Ask {...asked} />)

function Ask({ summary, now, link, refused }: Asked) {
  const may_wait = summary.collect_at === null && !agreesToWait(summary.wait, now)
  return (
    <>
      <h1 className="text-3xl font-extrabold">Someone else pays</h1>
      <p className="mt-3">
        Send a link to whoever pays the {formatNaira(summary.total)} for you. It shows your first name, your words, the
        restaurant and the amount: not what you ordered, not your number, and not where it goes. Your PIN and the way of
        your food stay with you.
      </p>
      {refused?.said && (
        <div className="mt-4">
          <Notice kind="bad">{refused.said}</Notice>
        </div>
      )}
      {link && <Link {...link} />}
      <form method="post" className="card mt-5 grid gap-4 p-5">
        <RefusedContext value={refused}>
          <Field
            name="greeting"
            label="Your message to them"
            hint="For example: Mummy, this is lunch for the week. You can leave it empty."
            defaultValue={link?.greeting}
            maxLength={140}
            multiline
          />
        </RefusedContext>
        {may_wait && (
          <label className="flex min-h-11 items-center gap-3">
            <input type="checkbox" name="wait" className="size-6 shrink-0" /> If nobody is on duty to bring it, I can
            wait for a rider
          </label>
        )}
        <button type="submit" className={buttonClass(link ? 'quiet' : 'primary')}>
          {link ? 'Change the message' : 'Make the link'}
        </button>
      </form>
      <p className="mt-6">
        <a
          className={buttonClass('quiet')}
          href={`/order-summary?order=${encodeURIComponent(summary.link_token)}` satisfies Address}
        >
          Back to your order
        </a>
      </p>
    </>
  )
}

function Link({ url, greeting }: { url: string; greeting: string }) {
  const text = encodeURIComponent([greeting, url].filter(Boolean).join(' '))
  return (
    <section aria-labelledby="link-heading" className="card mt-5 grid gap-4 p-5">
      <h2 id="link-heading" className="text-lg font-bold">
        Your link
      </h2>
      <label className="font-semibold">
        Send this to whoever pays
        <input className="field" readOnly value={url} />
      </label>
      <p className="flex flex-wrap gap-3 *:grow">
        <a className={buttonClass('primary')} href={`https://wa.me/?text=${text}`} target="_blank" rel="noreferrer">
          Send by WhatsApp
        </a>
        <a className={buttonClass('quiet')} href={`sms:?body=${text}`}>
          Send by SMS
        </a>
      </p>
      <p className="text-sm text-ink-soft">
        Once it is paid you get your receipt and your tracking link as always. If money ever goes back, it goes to
        whoever paid.
      </p>
      <form method="post">
        <input type="hidden" name="intent" value="end" />
        <button type="submit" className="min-h-11 font-semibold text-link underline">
          Take the link back
        </button>
      </form>
    </section>
  )
}
