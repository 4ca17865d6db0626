import { renderToStaticMarkup } from 'react-dom/server'
import { formatNaira, type Kobo, kobo, koboFromNaira, nairaNumber } from '../../../domain/money.ts'
import { textOf } from '../../request/form-texts.ts'
import type { Refused } from '../../ui/forms/action-answer.ts'
import { FieldError } from '../../ui/forms/field.tsx'
import { PromoField } from './promo-field.server.tsx'

const suggested: readonly Kobo[] = [kobo(100_00), kobo(200_00), kobo(500_00)]

/** The form that was refused, and what is wrong with it. */
type Answered = { form?: FormData } & Partial<Pick<Refused, 'errors'>>

/**
 * What stands before the button, as HTML, since it needs no script: a promo code, a tip for the rider, where one may be
 * given, and what is shown next. The names of these fields begin with a line, so that no phone keeps them
 * (`saveDraft`): nobody is to tip by habit, and a code is for one order. With it goes which order is changed by this
 * one.
 */
export function tipAndNext(most_kobo: Kobo, answered: Answered = {}): string {
  const of = answered.form && textOf(answered.form, '_of')
  return renderToStaticMarkup(
    <>
      {of && <input type="hidden" name="_of" value={of} />}
      <PromoField typed={answered.form ? textOf(answered.form, '_promo') : ''} error={answered.errors?.['_promo']} />
      {most_kobo > 0 && <TipChoice most_kobo={most_kobo} {...answered} />}
      <p className="text-sm text-ink-soft">You see the delivery fee and the grand total before you pay.</p>
    </>,
  )
}

/** Nobody rides for what is collected, so the choice is hidden then. */
function TipChoice({ most_kobo, form = new FormData(), errors }: { most_kobo: Kobo } & Answered) {
  const error = errors?.['_tip']
  const chosen = textOf(form, '_tip') || 'none'
  return (
    <fieldset aria-describedby="tip-about" className="mb-5 [form:has([value=yes]:checked)_&]:hidden">
      <legend className="font-semibold">A tip for the rider?</legend>
      <div className="flex flex-wrap gap-x-6">
        <Option value="none" words="No tip" chosen={chosen} />
        {suggested
          .filter((tip) => tip <= most_kobo)
          .map((tip) => (
            <Option key={tip} value={String(nairaNumber(tip))} words={formatNaira(tip)} chosen={chosen} />
          ))}
      </div>
      <label className="block">
        Or another amount in naira
        <input
          name="_tip_own"
          inputMode="numeric"
          autoComplete="off"
          maxLength={15}
          className="field"
          defaultValue={textOf(form, '_tip_own')}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'tip-error' : undefined}
        />
      </label>
      <FieldError id="tip-error" error={error} />
      <p id="tip-about" className="text-sm text-ink-soft">
        All of it is the rider’s. If nobody brings your food, it comes back to you.
      </p>
    </fieldset>
  )
}

function Option({ value, words, chosen }: { value: string; words: string; chosen: string }) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input type="radio" name="_tip" value={value} defaultChecked={value === chosen} className="size-6 shrink-0" />
      {words}
    </label>
  )
}

/** The tip of a form in kobo: what was written, else what was chosen. What is no amount is refused by the verb. */
export function tipIn(form: FormData): number {
  const text = textOf(form, '_tip_own').replace(/[\s,₦]/g, '') || textOf(form, '_tip')
  if (text === '' || text === 'none') return 0
  try {
    return koboFromNaira(text)
  } catch {
    return Number.NaN
  }
}

/** What is wrong with the tip of a form. */
export function tipProblem(form: FormData, most_kobo: Kobo): string {
  if (tipIn(form) > most_kobo) {
    return most_kobo === 0
      ? 'That is kind! Only we cannot pass a tip on at the moment. Please leave it out.'
      : `That is more than kind! A tip can be ${formatNaira(most_kobo)} at most. Please choose a smaller one.`
  }
  return 'Please write the tip in figures, like 300.'
}
