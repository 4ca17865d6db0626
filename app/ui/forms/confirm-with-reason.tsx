import { type ReactNode, use } from 'react'
import { buttonClass } from '../button.tsx'
import { MayContext } from '../may-context.ts'
import { ActionForm } from './action-form.tsx'
import { Field } from './field.tsx'
import { useRefused } from './use-refused.ts'

type ConfirmWithReasonProps = {
  intent: string
  subject?: { name: string; value: string | number }
  action?: Address
  /** The button that only asks: "Suspend…". */
  ask: string
  /** What follows from it, in a sentence. */
  what: ReactNode
  /** The button that does it, and what it says while it does. */
  button: string
  busy: string
  reason?: { label: string; hint?: string; optional?: boolean }
  /** Of what the fields show, as an `ActionForm` sends it along. */
  version?: string
  onDone?: () => void
  children?: ReactNode
}

/**
 * A second step before what is hard to take back: it says what will follow, shows what is decided about and asks why.
 * It unfolds in place, so that it works without script and inside a dialog. Where money moves,
 * its total stands on the button.
 */
export function ConfirmWithReason(props: ConfirmWithReasonProps) {
  return use(MayContext)(props.intent, props.action) ? <Decision {...props} /> : null
}

type DecisionsProps = {
  subject: NonNullable<ConfirmWithReasonProps['subject']>
  /** What can be decided now; what cannot is none. */
  of: readonly (Omit<ConfirmWithReasonProps, 'subject'> | false)[]
}

/** What can be decided about one thing, each with its second step. */
export function Decisions({ subject, of }: DecisionsProps) {
  return of.map((one) => one && <ConfirmWithReason key={one.intent} subject={subject} {...one} />)
}

function Decision(props: ConfirmWithReasonProps) {
  const { ask, what, button, busy, intent, subject, action, reason, version, onDone, children } = props
  const refused = useRefused(intent, subject)
  return (
    <details name="decision" open={refused !== null} className="unfolds open:basis-full">
      <summary className={buttonClass('quiet')}>{ask}</summary>
      <div className="mt-2 grid gap-3 rounded-control border border-line bg-sunken p-4">
        <p>{what}</p>
        <ActionForm {...{ intent, subject, action, version, onDone, button, busy }}>
          {children}
          {reason && (
            <Field
              name="reason"
              label={reason.label}
              hint={reason.hint}
              required={!reason.optional}
              maxLength={200}
              autoComplete="off"
            />
          )}
        </ActionForm>
      </div>
    </details>
  )
}
