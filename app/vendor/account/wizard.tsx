import { type FocusEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { Bank } from '../../../adapters/banks/bank-directory.ts'
import { ActsForField, useKeptFor } from '../../ui/acts-for.tsx'
import { BankFields } from '../../ui/bank-account/bank-fields.tsx'
import { buttonClass } from '../../ui/button.tsx'
import type { Refused } from '../../ui/forms/action-answer.ts'
import { isLostLine } from '../../ui/forms/answer-lost-line.ts'
import { RefusedContext } from '../../ui/forms/field.tsx'
import { forgetForm, keepForm, keepOnServer, restoreForm } from '../../ui/forms/kept-form.ts'
import { LostLineNotice } from '../../ui/forms/lost-line-notice.tsx'
import { useMissing } from '../../ui/forms/use-missing.ts'
import { usePageAnswer } from '../../ui/forms/use-page-answer.ts'
import { useRefused } from '../../ui/forms/use-refused.ts'
import type { Landmark } from '../../ui/map/map-frame.ts'
import { Notice } from '../../ui/notice.tsx'
import { BusinessStep } from './business-step.tsx'
import { ConfirmationStep } from './confirmation-step.tsx'
import { LocationStep } from './location-step.tsx'
import type { StepProps } from './step-props.ts'

const steps = ['Business Info', 'Location & Description', 'Bank Account Info', 'Confirmation'] as const

/** How long after the last keystroke the server is told. */
const REST_MS = 800
const TOUCH_MS = 200

const REGISTRATION = 'registration'
const keptAs = (registration: string, step: number) => `${registration} ${step}`

/** Forgets what this tab kept of the registration: all of it, or all but one step. */
export function useForgetRegistration(forget: boolean, but_step?: number): void {
  const registration = useKeptFor(REGISTRATION)
  useEffect(() => {
    if (!forget) return
    for (const step of steps.keys()) if (step !== but_step) forgetForm(keptAs(registration, step))
  }, [forget, registration, but_step])
}

/**
 * Steps 0 to 3 (docs/product.md#vendor-registration). The server keeps the step and what was typed, so that a closed
 * browser loses nothing.
 */
export function Wizard(props: {
  step: number
  unlocked: boolean
  fields: Readonly<Record<string, string>>
  /** What the fields show, to notice what was left alone. */
  version: string
  landmarks: readonly Landmark[]
  banks: readonly Bank[] | null
}) {
  const { step, unlocked, fields, version, landmarks, banks } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const first_step = useRef(step)
  // The server has what was typed on the other steps.
  useForgetRegistration(true, step)
  useEffect(() => {
    if (step === first_step.current) return
    first_step.current = -1
    heading.current?.focus()
  }, [step])
  return (
    <section aria-labelledby="step-heading" className="card p-4 sm:p-6">
      {unlocked && (
        <p className="mb-4 rounded-control bg-warn-soft p-4 font-semibold text-warn">
          We opened your registration, so that you can correct it. Until you submit it again, everything stays as it
          was.
        </p>
      )}
      <ol className="mb-4 flex gap-2" aria-label="Steps">
        {steps.map((name, index) => (
          <li
            key={name}
            aria-current={index === step ? 'step' : undefined}
            className={`h-2 grow rounded-full ${index <= step ? 'bg-jollof' : 'bg-line'}`}
          >
            <span className="sr-only">{name}</span>
          </li>
        ))}
      </ol>
      <p className="text-sm text-ink-soft">Step {step + 1} of 4</p>
      <h2 ref={heading} id="step-heading" tabIndex={-1} className="mb-4 text-xl font-bold">
        {steps[step]}
      </h2>
      <StepForm key={step} step={step} version={version}>
        {(step_props) => {
          const all = { ...step_props, fields }
          if (step === 0) return <BusinessStep {...all} />
          if (step === 1) return <LocationStep {...all} landmarks={landmarks} />
          if (step === 2) return <BankFields {...all} banks={banks} page="/account" />
          return <ConfirmationStep fields={fields} landmarks={landmarks} banks={banks} />
        }}
      </StepForm>
    </section>
  )
}

function StepForm(props: { step: number; version: string; children(step: Omit<StepProps, 'fields'>): ReactNode }) {
  const { step, version } = props
  const shown = useRef<HTMLInputElement>(null)
  const refused = useRefused(['', 'back', 'next', 'submit'])
  const form = useRef<HTMLFormElement>(null)
  const pending = useRef<Promise<void> | null>(null)
  const busy = useNavigation().state !== 'idle'
  const lost = isLostLine(usePageAnswer())
  const { setMissing, told, stops } = useMissing()
  const { errors, touch, correct } = useTouched(refused)
  const key = keptAs(useKeptFor(REGISTRATION), step)
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the step opens.
  useEffect(() => {
    const kept = form.current ? restoreForm(key, form.current) : {}
    // What was kept was typed into what was shown then.
    if (shown.current && kept['version']) shown.current.value = kept['version']
    return () => clearTimeout(rest.current)
  }, [])
  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [refused])

  const keep = () => {
    if (!form.current) return
    keepForm(key, form.current)
    pending.current = keepOnServer('/account/draft', form.current).finally(() => {
      pending.current = null
    })
  }

  return (
    <Form
      ref={form}
      method="post"
      encType="multipart/form-data"
      noValidate
      replace
      preventScrollReset
      className="space-y-5"
      onInput={(event) => {
        correct(event.target)
        keepForm(key, event.currentTarget)
        clearTimeout(rest.current)
        rest.current = setTimeout(keep, REST_MS)
      }}
      onBlur={touch}
      onSubmit={(event) => {
        clearTimeout(rest.current)
        const { submitter } = event.nativeEvent as SubmitEvent
        const goes_back = submitter instanceof HTMLButtonElement && submitter.value === 'back'
        if (!goes_back && stops(event)) return
        if (!busy && !pending.current) return
        event.preventDefault()
        // What was typed first must not arrive last.
        void pending.current?.then(() => form.current?.requestSubmit(submitter))
      }}
    >
      {refused?.said && <Notice kind="bad">{refused.said}</Notice>}
      <input type="hidden" name="step" value={step} />
      <input ref={shown} type="hidden" name="version" defaultValue={version} />
      <ActsForField />
      {/* Enter presses the first button of a form. */}
      <button type="submit" name="intent" value={step === 3 ? 'submit' : 'next'} className="hidden" tabIndex={-1}>
        Next
      </button>
      {/* What was typed comes with the step: it was kept. */}
      <RefusedContext value={{ errors, typed: {} }}>{props.children({ keep, setMissing })}</RefusedContext>
      {lost && !busy && <LostLineNotice what="This step is kept here, but may not be saved." />}
      {told && <Notice kind="warn">{told}</Notice>}
      <div className="flex flex-wrap justify-between gap-3 border-t border-line pt-4">
        {step > 0 ? (
          <button type="submit" name="intent" value="back" className={buttonClass('quiet')} disabled={busy}>
            Back
          </button>
        ) : (
          <span />
        )}
        <button
          type="submit"
          name="intent"
          value={step === 3 ? 'submit' : 'next'}
          className={buttonClass('primary')}
          disabled={busy}
        >
          {busy ? 'One moment…' : step === 3 ? 'Submit Registration' : 'Next'}
        </button>
      </div>
    </Form>
  )
}

/** What is wrong with a step: what was refused, and since then what was left empty. */
function useTouched(refused: Refused | null) {
  const [touched, setTouched] = useState<Refused['errors']>({})
  const errors = { ...refused?.errors, ...touched }
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer says it anew.
  useEffect(() => setTouched({}), [refused])
  return {
    errors,
    /**
     * An empty field that was touched says so, but not between the press and the release of a button, which would
     * move away under the finger.
     */
    touch({ target, relatedTarget }: FocusEvent<HTMLFormElement>) {
      const field: unknown = target
      if (!isTyped(field) || !field.required || relatedTarget instanceof HTMLButtonElement) return
      setTimeout(() => {
        if (field.value.trim() === '') setTouched((known) => ({ ...known, [field.name]: 'Required' }))
      }, TOUCH_MS)
    },
    /** What is being corrected is no longer called wrong. */
    correct(field: unknown) {
      if (!isTyped(field) || errors[field.name] === undefined) return
      setTouched((known) => ({ ...known, [field.name]: undefined }))
    },
  }
}

type Typed = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

function isTyped(field: unknown): field is Typed {
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement
}
