import { data, redirect } from 'react-router'
import { changeNote } from '../../../domain/checkout/track/change-note.ts'
import { trackedCheckout } from '../../../domain/checkout/track/tracked-orders.ts'
import { textOf } from '../../request/form-texts.ts'
import { waitedMs } from '../../request/waited.ts'
import type { AppServices } from '../../services.ts'
import { refused } from '../../ui/forms/action-answer.ts'
import { note_problems, noteView } from './note-form.server.tsx'

/** Changes the note. Where that is refused the page comes with the reason and with what was typed. */
export async function noteAction(services: AppServices, track_token: string, form: FormData, is_allowed: boolean) {
  const typed = textOf(form, 'note')
  const changed = is_allowed ? await changeNote(services, track_token, typed, waitedMs(form)) : null
  // Back to where it was pressed; reloading the page then sends no form again.
  if (changed?.ok) return redirect(`/track/${track_token}#note` satisfies Address, 303)
  const tracked = changed?.reason === 'not_found' ? null : await trackedCheckout(services.db, track_token)
  if (!tracked || changed?.reason === 'not_found') throw data(null, { status: 404 })
  const said = note_problems[changed?.reason ?? 'busy']
  const note = noteView(track_token, tracked.orders, { is_typing: true, refused: { said, typed } })
  return data({ ...refused(form, said), note }, is_allowed ? 422 : 429)
}
