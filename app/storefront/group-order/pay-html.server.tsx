import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { GroupPage } from '../../../domain/checkout/group-orders/group-page.ts'
import { formatNaira } from '../../../domain/money.ts'
import { slotText } from '../../../domain/orders/acceptance/begun-at.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Field, RefusedContext } from '../../ui/forms/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { CheckoutRefusal } from '../checkout/checkout-form.tsx'
import { Html } from '../still-page.tsx'
import { FeesInWords } from './group-facts.server.tsx'

type Page = {
  page: GroupPage
  now: Date
  /** What is wrong, and what was typed. */
  refused: CheckoutRefusal
  /** Deliver or collect, and when; empty where the group has said it. */
  how_and_when: string
  /** Code, tip and what comes next. */
  ending: string
}

/** The checkout of a group order, as HTML that needs no script. */
export const payHtml = (props: Page): string => renderToStaticMarkup(<Pay {...props} />)

function Pay({ page, now, refused, how_and_when, ending }: Page) {
  const { pays, me, token, place_name } = page
  const one = pays === 'one'
  const address = one ? (me && refused.typed['address'] === undefined ? `${place_name}, ` : undefined) : undefined
  const field = (name: string, label: string, rest: Partial<ComponentProps<typeof Field>>) => (
    <Field name={name} label={label} required={name !== 'note'} {...rest} />
  )
  return (
    <>
      <h1 className="text-3xl font-extrabold">{one ? 'Order for all' : 'Pay your part'}</h1>
      {refused.said && (
        <div className="mt-4">
          <Notice kind="bad">{refused.said}</Notice>
        </div>
      )}
      <section aria-label="What it is" className="card mt-5 p-5">
        <p className="flex justify-between font-semibold">
          <span>{one ? `Dishes of ${page.members.filter((each) => each.food_kobo > 0).length}` : 'Your dishes'}</span>
          <span className="money">{formatNaira(one ? page.bill.food_kobo : (me?.food_kobo ?? 0))}</span>
        </p>
        {one && (
          <p className="mt-2 text-sm text-ink-soft">
            Once you go on, nobody changes their dishes any more, unless you open it again.
          </p>
        )}
        {!one && me && (
          <>
            <p className="mt-2">
              Brought to {place_name}
              {page.slot_from && `, ${slotText(page.slot_from, now)}`}, with the others.
            </p>
            <FeesInWords page={page} me={me} />
          </>
        )}
        <a
          href={`/group/${token}` satisfies Address}
          className="mt-2 inline-flex min-h-11 items-center font-semibold text-link underline"
        >
          Back to the group order
        </a>
      </section>
      <form method="post" noValidate className="card mt-4 space-y-5 p-5 sm:p-6">
        <RefusedContext value={refused}>
          <div className="grid gap-5 sm:grid-cols-2">
            {field('firstName', 'First Name', { autoComplete: 'given-name', defaultValue: me?.name })}
            {field('lastName', 'Last Name', { autoComplete: 'family-name' })}
          </div>
          {field('email', 'Email', { type: 'email', autoComplete: 'email', hint: 'Your receipt goes here.' })}
          {field('phone', 'Phone', {
            type: 'tel',
            autoComplete: 'tel',
            hint: 'The rider calls this number at your gate.',
          })}
          <Html text={how_and_when} />
          {!one && refused.errors['_ride'] && (
            <Notice kind="warn">
              <p>{refused.errors['_ride']}</p>
              <button type="submit" name="_ride" value="alone" className={buttonClass('brand', 'mt-3')}>
                Order with a ride of your own
              </button>
            </Notice>
          )}
          {field('address', one ? 'Address' : `Where at ${place_name}?`, {
            defaultValue: address,
            ...(one ? {} : { hint: 'Your room, or where the rider finds you.' }),
          })}
          {refused.offered && (
            <button type="submit" name="_offered" value={refused.offered} className={buttonClass('brand')}>
              Bring it to {refused.offered}
            </button>
          )}
          {field('note', 'Note (optional)', { hint: 'For the restaurant or the rider.', maxLength: 200 })}
        </RefusedContext>
        <Html text={ending} />
        <button type="submit" className={buttonClass('primary', 'w-full')}>
          Proceed
        </button>
      </form>
    </>
  )
}
