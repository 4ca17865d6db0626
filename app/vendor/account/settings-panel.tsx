import { type ReactNode, useEffect, useRef, useState } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { forgetForm, keepForm, restoreForm } from '../../ui/kept-form.ts'
import { LostLineNotice } from '../../ui/lost-line-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { UnsavedNotice } from '../../ui/unsaved-notice.tsx'
import { useSafeFetcher } from '../../ui/use-safe-fetcher.ts'
import type { AccountAnswer } from './account-answer.ts'

/** The page's own answer, where no script sent the form. */
export type Answered = AccountAnswer | undefined

/** Where this tab keeps what was typed into the form of this intent. */
export function keptAs(intent: string): string {
  return `account ${intent}`
}

/** One of the settings with a form of its own; what was typed and not saved comes back and says so. */
export function SettingsPanel(props: {
  heading: string
  intent: string
  save: string
  /** What to say when no answer came. */
  lost: string
  busy?: boolean
  /** False where nothing is typed that could be kept. */
  keeps?: boolean
  answered: Answered
  children(answer: AccountAnswer | undefined): ReactNode
}) {
  const { keeps = true } = props
  const fetcher = useAnswer()
  const answer = answerTo(props.intent, fetcher.data, props.answered)
  const busy = fetcher.state !== 'idle' || props.busy
  const id = `${props.intent}-heading`
  const form = useRef<HTMLFormElement>(null)
  const [unsaved, setUnsaved] = useState(false)
  const [round, setRound] = useState(0)
  const kept_as = keptAs(props.intent)
  useEffect(() => {
    if (form.current) setUnsaved(Object.keys(restoreForm(kept_as, form.current)).length > 0)
  }, [kept_as])
  const forget = () => {
    forgetForm(kept_as)
    setUnsaved(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per answer.
  useEffect(() => {
    if (fetcher.data?.done) forget()
  }, [fetcher.data])
  return (
    <section aria-labelledby={id} className="card p-4 sm:p-6">
      <h2 id={id} className="mb-4 text-xl font-bold">
        {props.heading}
      </h2>
      <fetcher.Form
        key={round}
        ref={form}
        method="post"
        encType="multipart/form-data"
        noValidate
        className="space-y-4"
        onInput={(event) => keeps && keepForm(kept_as, event.currentTarget)}
      >
        <input type="hidden" name="intent" value={props.intent} />
        {unsaved && (
          <UnsavedNotice
            onThrowAway={() => {
              forget()
              setRound(round + 1)
            }}
          />
        )}
        {props.children(answer)}
        {answer?.problem && <Notice kind="bad">{answer.problem}</Notice>}
        {fetcher.lost && <LostLineNotice what={props.lost} />}
        <button type="submit" className={buttonClass('brand')} disabled={busy}>
          {busy ? 'One moment…' : props.save}
        </button>
      </fetcher.Form>
    </section>
  )
}

/** A form's own latest answer; `answered` is the page's, where no script sent the form. */
export function answerTo(intent: string, own: AccountAnswer | undefined, answered: Answered) {
  return own ?? (answered?.intent === intent ? answered : undefined)
}

/** A fetcher that says in a toast what was done. */
export function useAnswer() {
  const fetcher = useSafeFetcher<AccountAnswer>()
  const answer = fetcher.data
  useEffect(() => {
    if (answer?.done) toast(answer.done)
  }, [answer])
  return fetcher
}
