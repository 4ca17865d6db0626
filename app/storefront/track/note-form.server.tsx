import { renderToStaticMarkup } from 'react-dom/server'
import type { TrackedOrder } from '../../../domain/checkout/track/tracked-orders.ts'
import { mayChangeNote } from '../../../domain/orders/lifecycle.ts'
import { buttonClass } from '../../ui/button.tsx'

/** Why the note is not what was asked for. */
export const note_problems = {
  too_late:
    'Your food has moved on already, so the note stays as it was. Please call if you still have something to add.',
  too_often: 'You have changed the note five times. Please call us if you still have something to add.',
  changed_since:
    'The note was changed after you sent this one, so the newer one stands. Please change it again if need be.',
  bad_note: 'The note was not changed: at most 200 characters, and no web addresses please.',
  busy: 'A lot of people are here right now. Please try again in a minute.',
} as const

export type NoteView = {
  /** What stands above the form, or alone; empty for nothing. */
  head: string
  /** Where it is typed; empty unless somebody does. */
  form: string
  /** Every order is further: what was typed can only be read. */
  is_late: boolean
  /** What looks again now and then where there is no script; empty while somebody types. */
  refresh: string
}

/** A note that was sent and not saved. */
type Refused = { said: string; typed: string }

/**
 * The note to the kitchen and the rider, which may be changed until the pick-up; nothing once it is too late, but the
 * reason for whoever was about to (`is_typing`, or what was `refused`). It is sent as HTML with a form of its own, so
 * no script has to carry it.
 */
export function noteView(
  track_token: string,
  orders: readonly TrackedOrder[],
  { is_typing, refused = null }: { is_typing: boolean; refused?: Refused | null },
): NoteView {
  const open = orders.filter(({ status, collecting }) => mayChangeNote({ status, collects: collecting !== null }))
  const [first] = open.length > 0 ? open : orders
  const is_late = open.length === 0
  const is_typed = refused !== null || (is_typing && !is_late)
  if (!first || (is_late && !is_typing && !refused)) return { head: '', form: '', is_late, refresh }
  const said = refused?.said ?? (is_late ? note_problems.too_late : null)
  const head = renderToStaticMarkup(
    <>
      <h2 id="note-heading" className="font-bold">
        Your note
      </h2>
      {said && (
        <p role="alert" className="mt-2 rounded-control bg-bad-soft p-3 text-bad">
          {said}
        </p>
      )}
      {!is_typed && !is_late && <Kept track_token={track_token} note={first.note} />}
    </>,
  )
  const some_are_further = open.length < orders.length
  const to_type = { track_token, first, typed: refused?.typed ?? first.note ?? '', some_are_further }
  if (!is_typed) return { head, form: '', is_late, refresh }
  return { head, form: renderToStaticMarkup(<Form {...to_type} />), is_late, refresh: '' }
}

const refresh = renderToStaticMarkup(
  <noscript>
    <meta httpEquiv="refresh" content="30" />
  </noscript>,
)

function Kept({ track_token, note }: { track_token: string; note: string | null }) {
  return (
    <>
      <p className="mt-1 break-words text-ink-soft">
        {note ? `“${note}”` : 'None yet. You can still say where to meet you, or how you like it.'}
      </p>
      <a className={buttonClass('quiet', 'mt-3')} href={`/track/${track_token}?note=edit#note` satisfies Address}>
        {note ? 'Change the note' : 'Write a note'}
      </a>
    </>
  )
}

type ToType = { track_token: string; first: TrackedOrder; typed: string; some_are_further: boolean }

function Form({ track_token, first, typed, some_are_further }: ToType) {
  return (
    <form method="post" action={`/track/${track_token}?note=edit#note` satisfies Address} className="mt-1 grid gap-3">
      <label htmlFor="order-note" className="text-ink-soft">
        For {first.collecting ? 'the restaurant' : 'the restaurant and the rider'}. You can change it until{' '}
        {first.collecting ? 'the food is ready' : 'the rider has your food'}
        {some_are_further && '; an order that has moved on keeps its note'}. The place and what you paid stay the same.
      </label>
      <textarea id="order-note" name="note" rows={3} maxLength={200} defaultValue={typed} className="field" />
      <button
        type="submit"
        name="intent"
        value="note"
        className={buttonClass('quiet', 'justify-self-start in-data-[late=true]:hidden')}
      >
        Save the note
      </button>
    </form>
  )
}
