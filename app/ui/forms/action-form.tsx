import { type ReactNode, use, useEffect, useState } from 'react'
import { ActsForField } from '../acts-for.tsx'
import { buttonClass } from '../button.tsx'
import { MayContext } from '../may-context.ts'
import { Notice } from '../notice.tsx'
import { ConfirmStep } from './confirm-step.tsx'
import { RefusedContext } from './field.tsx'
import { LostLineNotice } from './lost-line-notice.tsx'
import { UnsavedNotice } from './unsaved-notice.tsx'
import { useAnswer } from './use-answer.ts'
import { useKeptForm } from './use-kept-form.ts'
import type { Subject } from './use-refused.ts'

/** A way out of a form, beside its button; `throwAway` empties the form and forgets what was kept of it. */
export type Beside = (form: { sending: boolean; throwAway(): void }) => ReactNode

type ActionFormProps = {
  /** By which fields that stand elsewhere name it as theirs. */
  id?: string
  /** Which of the screen's actions it is. */
  intent: string
  /** What it is done to. */
  subject?: Subject
  /** Another route's action; otherwise the screen's own. */
  action?: Address
  button: string
  busy: string
  look?: 'primary' | 'brand' | 'quiet'
  /** It cannot be sent now. */
  disabled?: boolean
  /** Once the form is sent, the answer says what is missing; the browser does not before. */
  noValidate?: boolean
  /** A file goes along. */
  multipart?: boolean
  /** Says in a sentence what may not have been done, when no answer came. */
  lost?: string
  /** Under which name this tab keeps what is typed until it is saved; the form then says that it did. */
  kept?: string | undefined
  /**
   * Of what the form shows, sent along: what somebody else saved since the first keystroke is not overwritten unseen.
   * A refusal may bring the version that stands there now. Before the first keystroke the form begins anew with it.
   */
  version?: string | undefined
  onDone?: () => void
  /** What stands beside the button, as a way out. */
  beside?: Beside | undefined
  children?: ReactNode
}

/**
 * A form that does one thing without leaving the screen. It shows that it is being sent, then the answer: beside the
 * field it is about, else on the board around it (`AnswerBoard`), else above the button or as a toast. Without script
 * the screen comes back with the same answer. Where the server asks to confirm what will follow, the button says so and
 * sends the confirmation along.
 */
export function ActionForm(props: ActionFormProps) {
  return use(MayContext)(props.intent, props.action) ? <OwnForm {...props} /> : null
}

function OwnForm(props: ActionFormProps) {
  const { intent, subject, multipart = false, kept, look = 'primary', lost = 'It may not have been done.' } = props
  const { form, unsaved, keep, forget, round, version, begin, ...rest } = useKeptForm(kept ?? null, props.version)
  const { fetcher, sending, board, onSubmit, ...answer } = useAnswer(intent, {
    subject,
    onDone() {
      forget()
      props.onDone?.()
    },
  })
  const [thrown_away, setThrownAway] = useState<typeof answer.refused>(null)
  const refused = answer.refused === thrown_away ? null : answer.refused
  const throwAway = () => {
    // What was refused holds what was typed.
    setThrownAway(answer.refused)
    rest.throwAway()
  }
  const confirm = refused?.confirm
  const answered_version = refused?.typed['version']
  useEffect(() => {
    if (answered_version !== undefined) begin(answered_version)
  }, [answered_version, begin])
  // The first field that is wrong or was asked for gets the focus, so that nobody has to look for it.
  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLElement>('[aria-invalid], [data-proof]')?.focus()
  }, [refused, form])

  return (
    <fetcher.Form
      key={round}
      ref={form}
      id={props.id}
      method="post"
      action={props.action}
      encType={multipart ? 'multipart/form-data' : undefined}
      noValidate={props.noValidate}
      className="grid gap-3"
      onInput={keep}
      onSubmit={() => {
        if (version !== undefined) begin(version)
        onSubmit()
      }}
    >
      <input type="hidden" name="intent" value={intent} />
      <ActsForField />
      {subject && <input type="hidden" name={subject.name} value={subject.value} />}
      {version !== undefined && <input type="hidden" name="version" value={answered_version ?? version} />}
      {unsaved && <UnsavedNotice onThrowAway={throwAway} />}
      <RefusedContext value={refused}>{props.children}</RefusedContext>
      {!board && !confirm && refused?.said && <Notice kind="bad">{refused.said}</Notice>}
      {confirm && (
        <RefusedContext value={refused}>
          <ConfirmStep said={refused.said} confirm={confirm} />
        </RefusedContext>
      )}
      {fetcher.lost && <LostLineNotice what={lost} />}
      <div className="flex flex-wrap gap-2">
        <button type="submit" disabled={sending || props.disabled} className={buttonClass(look)}>
          {sending ? props.busy : (confirm?.button ?? props.button)}
        </button>
        {props.beside?.({ sending, throwAway })}
      </div>
    </fetcher.Form>
  )
}

/** A box to tick in an `ActionForm`: without script it stays as it was when the form comes back. */
export function ActionCheckbox(props: {
  name: string
  value?: string
  checked?: boolean
  required?: boolean
  children: ReactNode
}) {
  const { name, value = 'yes', checked = false, required, children } = props
  const typed = use(RefusedContext)?.typed
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        name={name}
        value={value}
        required={required}
        defaultChecked={typed ? typed[name] === value : checked}
        className="size-5 shrink-0"
      />
      <span>{children}</span>
    </label>
  )
}
