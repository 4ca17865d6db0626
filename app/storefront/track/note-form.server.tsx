import { renderToStaticMarkup } from 'react-dom/server'
import type { TrackedOrder } from '../../../domain/checkout/tracked-orders.ts'
import { mayChangeNote } from '../../../domain/orders/lifecycle.ts'
import { buttonClass } from '../../ui/button.tsx'

/** Why the note is not what was asked for, by the word in the address. */
const problems: Readonly<Record<string, string>> = {
  too_late: 'Your food is further already, so the note stays as it was. Please call if something is still to be said.',
  too_often: 'You have changed the note five times. Please call us if something is still to be said.',
  bad_note: 'The note was not changed: at most 200 characters, and no web addresses please.',
  busy: 'Many people are busy here right now. Please try again in a minute.',
}

/**
 * The note to the kitchen and the rider, which may be changed until the pick-up; empty once it is too late, but for what
 * became of the last try. `asked` is the word in the address: `edit` opens the form, others say what was wrong. It is
 * sent as HTML with a form of its own, so no script has to carry it.
 */
export function noteForm(
  track_token: string,
  orders: readonly TrackedOrder[],
  asked: string | null,
): { html: string; is_typed: boolean } {
  const open = orders.filter(({ status, collecting }) => mayChangeNote({ status, collects: collecting !== null }))
  const said = problems[asked ?? ''] ?? null
  if (open.length === 0 && said === null) return { html: '', is_typed: false }
  const is_typed = open.length > 0 && asked !== null
  const some_are_further = open.length < orders.length
  return { html: renderToStaticMarkup(<Note {...{ track_token, open, said, is_typed, some_are_further }} />), is_typed }
}

type Props = {
  track_token: string
  open: readonly TrackedOrder[]
  said: string | null
  is_typed: boolean
  some_are_further: boolean
}

function Note({ track_token, open, said, is_typed, some_are_further }: Props) {
  const [first] = open
  return (
    <section id="note" aria-labelledby="note-heading" className="card mt-5 p-5 sm:p-6">
      <h2 id="note-heading" className="font-bold">
        Your note
      </h2>
      {said && (
        <p role="alert" className="mt-2 rounded-control bg-bad-soft p-3 text-bad">
          {said}
        </p>
      )}
      {first && !is_typed && (
        <>
          <p className="mt-1 break-words text-ink-soft">
            {first.note ? `“${first.note}”` : 'None yet. You can still say where to meet you, or how you like it.'}
          </p>
          <a className={buttonClass('quiet', 'mt-3')} href={`/track/${track_token}?note=edit#note` satisfies Address}>
            {first.note ? 'Change the note' : 'Write a note'}
          </a>
        </>
      )}
      {first && is_typed && (
        <form method="post" className="mt-1 grid gap-3">
          <label htmlFor="order-note" className="text-ink-soft">
            For {first.collecting ? 'the kitchen' : 'the kitchen and the rider'}. You can change it until{' '}
            {first.collecting ? 'the food is ready' : 'the rider has your food'}
            {some_are_further && '; an order that is further keeps its note'}. The place and what you paid stay the
            same.
          </label>
          <textarea
            id="order-note"
            name="note"
            rows={3}
            maxLength={200}
            defaultValue={first.note ?? ''}
            className="field"
          />
          <button type="submit" name="intent" value="note" className={buttonClass('quiet', 'justify-self-start')}>
            Save the note
          </button>
        </form>
      )}
    </section>
  )
}
