import { data, redirect } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { withdrawOrder } from '../../../domain/checkout/track/withdraw-order.ts'
import { textOf } from '../../request/form-texts.ts'
import type { AppServices } from '../../services.ts'
import { refusal } from '../../ui/forms/action-answer.ts'

/** Cancels one of the page's orders; each carries its own key. What is cancelled already shows why; no refusal. */
export async function withdrawAction(services: AppServices, page_token: string, form: FormData) {
  const withdrawn = await withdrawOrder(services, textOf(form, 'track_token'))
  if (!withdrawn.ok && withdrawn.reason === 'not_found') throw data(null, { status: 404 })
  if (withdrawn.ok || withdrawn.details.status === 'Cancelled') {
    // Reloading the page then sends no form again.
    return redirect(`/track/${page_token}` satisfies Address, 303)
  }
  return refusal(
    form,
    409,
    'The restaurant was faster: it has accepted this order, so it can no longer be cancelled here. Please call us if ' +
      `you cannot take it: ${brand.support_phone}.`,
  )
}
