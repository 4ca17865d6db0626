import { leave } from '../../account/logout-button.tsx'
import { ActsForField } from '../../ui/acts-for.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { useAnswer } from '../../ui/forms/use-answer.ts'
import { Notice } from '../../ui/notice.tsx'
import { Titled } from '../../ui/titled.tsx'

/** The PIN with which somebody says that they are at the kitchen's tablet. */
export function PinForms({ member: { user_id, has_pin } }: { member: { user_id: string; has_pin: boolean } }) {
  const subject = { name: 'user_id', value: user_id }
  return (
    <details className="mt-3">
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold underline">
        {has_pin ? 'Has a PIN for the tablet' : 'No PIN for the tablet yet'}
      </summary>
      <div className="mt-2 grid gap-3">
        <ActionForm
          key={String(has_pin)}
          intent="pin"
          subject={subject}
          button={has_pin ? 'Set a new PIN' : 'Set the PIN'}
          busy="Saving…"
          look="quiet"
          noValidate
        >
          <Field
            name="own_pin"
            label="PIN of four to six figures"
            inputMode="numeric"
            autoComplete="off"
            required
            maxLength={6}
          />
        </ActionForm>
        {has_pin && (
          <ActionForm intent="no_pin" subject={subject} button="Take the PIN away" busy="Saving…" look="quiet" />
        )}
      </div>
    </details>
  )
}

type Tablet = { session_id: string; about: string }

/** Makes the device at hand the tablet of the whole kitchen, and ends those that there are. */
export function TabletSection({ has_pins, tablets }: { has_pins: boolean; tablets: readonly Tablet[] }) {
  const { refused } = useAnswer('tablet')
  return (
    <Titled id="tablet" title="A tablet for everybody" className="card mt-8 max-w-2xl p-5">
      <p className="mt-1 mb-4 text-ink-soft">
        This device stays logged in for the whole kitchen. It shows the orders; who wants to change something says with
        their name and PIN that they are there, and the history names them. Takings, payouts, the bank account and this
        screen are not to be had on it. To make it yours again, log out.
        {!has_pins && ' Give somebody a PIN first.'}
      </p>
      {refused && <Notice kind="bad">{refused.said}</Notice>}
      {/* No form of the router's: the answer is a whole new page, so nothing of the login stays in memory. */}
      <form method="post" onSubmit={leave}>
        <input type="hidden" name="intent" value="tablet" />
        <ActsForField />
        <button type="submit" disabled={!has_pins} className={buttonClass('quiet')}>
          Make this device the kitchen’s tablet
        </button>
      </form>
      {tablets.length > 0 && (
        <ul aria-label="Tablets" className="mt-4 divide-y divide-line border-t border-line">
          {tablets.map(({ session_id, about }) => (
            <li key={session_id} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <p className="min-w-0 grow basis-60 wrap-anywhere">{about}</p>
              <ActionForm
                intent="end_tablet"
                subject={{ name: 'session_id', value: session_id }}
                button="Log it out"
                busy="Ending…"
                look="quiet"
              />
            </li>
          ))}
        </ul>
      )}
    </Titled>
  )
}
