import type { ComponentProps, ReactNode, Ref } from 'react'
import type { CartLineName } from '../../../domain/catalog/menu/cart-line.ts'
import { LONGEST_DISH_NOTE, noteText } from '../../../domain/catalog/menu/dish-note.ts'
import { nameWithChoices } from '../../../domain/catalog/menu/option-groups.ts'
import { buttonClass } from '../../ui/button.tsx'

/** A note that was not taken, as it was typed, and why. */
export type RefusedNote = { typed: string; said: string }

type Props = {
  line: CartLineName
  form: ComponentProps<'form'>
  /** What the form sends besides. */
  children?: ReactNode
  refused?: RefusedNote | undefined
  summary_id?: string
  field?: Ref<HTMLInputElement>
}

/** What is asked of a dish of the cart: folded to the press that adds or changes it. */
export function NoteFold({ line, form, children, refused, summary_id, field }: Props) {
  const note = noteText(line.options)
  const label = note ? 'Change the note' : 'Add a note'
  return (
    <details className="basis-full" open={refused && true}>
      <summary
        id={summary_id}
        aria-label={`${label}: ${nameWithChoices(line)}`}
        className="min-h-11 cursor-pointer py-2.5 text-sm font-semibold text-link"
      >
        {label}
      </summary>
      <form className="flex flex-wrap gap-2" {...form}>
        {children}
        <input
          ref={field}
          name="note"
          aria-label={`Note for the restaurant: ${line.name}`}
          aria-invalid={refused && true}
          aria-describedby={refused && 'note-error'}
          className="field min-w-0 grow basis-40"
          defaultValue={refused?.typed ?? note}
          maxLength={LONGEST_DISH_NOTE}
          placeholder="e.g. no pepper"
          autoComplete="off"
        />
        <button type="submit" className={buttonClass('quiet')}>
          Save
        </button>
        {refused && (
          <p id="note-error" role="alert" className="basis-full text-sm font-semibold text-bad">
            {refused.said}
          </p>
        )}
      </form>
    </details>
  )
}
