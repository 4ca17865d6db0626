import { data, redirect } from 'react-router'
import { chooseByLink } from '../../../domain/checkout/track/choose-by-link.ts'
import { textOf } from '../../request/form-texts.ts'
import type { AppServices } from '../../services.ts'

/**
 * What the customer chose about a missing dish. Where it could not be done the page comes back with the reason
 * (`choice_problems`); of two answers the first one counts, and the page shows what came of it.
 */
export async function chooseAction(services: AppServices, track_token: string, form: FormData, is_allowed: boolean) {
  const choice = readChoice(textOf(form, 'choice'))
  const missing_id = Number(textOf(form, 'missing') || Number.NaN)
  if (!choice) throw data(null, { status: 400 })
  // Reloading the page then sends no form again.
  const back = (problem: string) => redirect(`/track/${track_token}?choice=${problem}` satisfies Address, 303)
  if (!is_allowed) return back('busy')
  const chosen = await chooseByLink(services, track_token, { missing_id, choice })
  if (!chosen.ok && chosen.reason === 'not_found') throw data(null, { status: 404 })
  if (!chosen.ok && chosen.reason !== 'chosen_already') return back(chosen.reason)
  return redirect(`/track/${track_token}` satisfies Address, 303)
}

/** `leave_out`, `cancel`, or `swap 12 30000`: which dish, and the kobo that were to go back. */
function readChoice(text: string): Parameters<typeof chooseByLink>[2]['choice'] | null {
  if (text === 'leave_out' || text === 'cancel') return { kind: text }
  const [, dish_id, back_kobo] = /^swap (\d{1,12}) (\d{1,12})$/.exec(text) ?? []
  return dish_id && back_kobo ? { kind: 'swap', dish_id: Number(dish_id), back_kobo: Number(back_kobo) } : null
}
