import { createContext, type ReactNode, use, useEffect, useEffectEvent, useId } from 'react'
import { useActionData } from 'react-router'
import type { ActionAnswer } from './action-answer.ts'
import { AnswerBoardContext } from './answer-board.tsx'
import { buttonClass } from './button.tsx'
import { Field } from './field.tsx'
import { LostLineNotice } from './lost-line-notice.tsx'
import { Notice } from './notice.tsx'
import { SelectField } from './select-field.tsx'
import { toast } from './toast.tsx'
import { useSafeFetcher } from './use-safe-fetcher.ts'

type Subject = { name: string; value: string | number }

type ActionFormProps = {
  /** Which of the screen's actions it is. */
  intent: string
  /** What it is done to, sent under this name; tells several forms of one intent apart. */
  subject?: Subject
  /** Another route's action; otherwise the screen's own. */
  action?: Address
  button: string
  busy: string
  look?: 'primary' | 'brand' | 'quiet'
  onDone?: () => void
  children?: ReactNode
}

type Refused = Extract<ActionAnswer, { ok: false }>

const refused_context = createContext<Refused | null>(null)

/** What a page without script was answered to this form; null where it was another one, or nothing was refused. */
export function useRefusedWithoutScript(intent: string, subject?: Subject): Refused | null {
  const answer = useActionData() as ActionAnswer | undefined
  if (answer?.intent !== intent || answer.ok) return null
  return !subject || answer.typed[subject.name] === String(subject.value) ? answer : null
}

/**
 * A form that does one thing without leaving the screen: pending while it is sent, then what came of it, beside the
 * field it is about, else on the board around it (`AnswerBoard`), else above the button or as a toast. Without script
 * the screen comes back with the same answer. Where the server asks to confirm what will follow,
 * the button says it and sends it along.
 */
export function ActionForm(props: ActionFormProps) {
  const { intent, subject, action, button, busy, look = 'primary', children } = props
  const fetcher = useSafeFetcher<ActionAnswer>()
  const board = use(AnswerBoardContext)
  const before = useRefusedWithoutScript(intent, subject)
  const sending = fetcher.state !== 'idle'
  const answer = fetcher.data ?? before
  const refused = !sending && answer && !answer.ok ? answer : null
  const confirm = refused?.confirm
  const tell = useEffectEvent((told: ActionAnswer) => {
    if (board) board(told)
    else if (told.ok) toast(told.said)
    if (told.ok) props.onDone?.()
  })
  // At once, not when the screen has been loaded again: by then this form may be gone.
  useEffect(() => {
    if (fetcher.data) tell(fetcher.data)
  }, [fetcher.data])

  return (
    <fetcher.Form method="post" action={action} className="grid gap-3">
      <input type="hidden" name="intent" value={intent} />
      {subject && <input type="hidden" name={subject.name} value={subject.value} />}
      <refused_context.Provider value={refused}>{children}</refused_context.Provider>
      {!board && !confirm && refused?.field === null && <Notice kind="bad">{refused.said}</Notice>}
      {refused && confirm && (
        <>
          <Notice kind="warn">{refused.said}</Notice>
          <input type="hidden" name={confirm.name} value={confirm.value} />
        </>
      )}
      {fetcher.lost && <LostLineNotice what="It may not have been done." />}
      <div>
        <button type="submit" disabled={sending} className={buttonClass(look)}>
          {sending ? busy : (confirm?.button ?? button)}
        </button>
      </div>
    </fetcher.Form>
  )
}

/** A field of an `ActionForm`: knows what was refused about it and what was typed. */
export function ActionField(props: Parameters<typeof Field>[0]) {
  const refused = use(refused_context)
  const id = useId()
  return (
    <Field
      id={id}
      {...props}
      defaultValue={refused?.typed[props.name] ?? props.defaultValue}
      error={refused?.field === props.name ? refused.said : undefined}
    />
  )
}

/** A choice of an `ActionForm`, the sister of `ActionField`. */
export function ActionSelect(props: Parameters<typeof SelectField>[0]) {
  const refused = use(refused_context)
  const id = useId()
  return (
    <SelectField
      id={id}
      {...props}
      defaultValue={refused?.typed[props.name] ?? props.defaultValue}
      error={refused?.field === props.name ? refused.said : undefined}
    />
  )
}

/** A box to tick in an `ActionForm`: without script it stays ticked when the form comes back. */
export function ActionCheckbox(props: { name: string; required?: boolean; children: ReactNode }) {
  const { name, required, children } = props
  const refused = use(refused_context)
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        name={name}
        value="yes"
        required={required}
        defaultChecked={refused?.typed[name] !== undefined}
        className="size-5 shrink-0"
      />
      <span>{children}</span>
    </label>
  )
}
