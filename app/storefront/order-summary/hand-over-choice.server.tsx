import { renderToStaticMarkup } from 'react-dom/server'
import { redirect } from 'react-router'
import { chooseHandOver } from '../../../domain/checkout/hand-over/choose-hand-over.ts'
import type { HandOver, HandOverKind } from '../../../domain/checkout/hand-over/hand-over.ts'
import { formatNaira } from '../../../domain/money.ts'
import { textOf } from '../../request/form-texts.ts'
import { visitorOf } from '../../request/visitor.ts'
import type { AppServices } from '../../services.ts'
import { buttonClass } from '../../ui/button.tsx'
import { refusal } from '../../ui/forms/action-answer.ts'
import { NOT_THERE, TOO_MANY_ORDERS } from '../checkout/order-by-form.server.ts'
import { codeProblem } from '../checkout/promo-field.server.tsx'

/**
 * Where an order can be handed over, with what its delivery costs there, side by side: HTML with a form of its own, so
 * that no script has to carry it; `has_window` where a payment was opened. Empty where there is no choice.
 */
export const handOverChoice = (offered: readonly HandOver[], chosen: number | null, has_window = false): string =>
  offered.length === 0 ? '' : renderToStaticMarkup(<Choice offered={offered} chosen={chosen} has_window={has_window} />)

const kind_names: Readonly<Record<HandOverKind, string>> = {
  door: 'To your door',
  gate: 'At the gate',
  meeting_point: 'At a meeting point',
}

type ChoiceProps = { offered: readonly HandOver[]; chosen: number | null; has_window: boolean }

function Choice({ offered, chosen, has_window }: ChoiceProps) {
  return (
    <form method="post" className="card mt-4 p-5">
      <input type="hidden" name="intent" value="hand_over" />
      <fieldset>
        <legend className="text-lg font-bold">Where do you get it?</legend>
        <div className="mt-3 grid gap-3 sm:auto-cols-fr sm:grid-flow-col">
          {offered.map(({ kind, place_id, name, fee_kobo, walk_minutes }) => (
            <label
              key={place_id}
              className="flex items-start gap-3 rounded-control border border-line p-3 has-checked:border-brand"
            >
              <input
                type="radio"
                name="place"
                value={place_id}
                required
                defaultChecked={place_id === chosen}
                className="size-6 shrink-0"
              />
              <span className="min-w-0">
                <span className="font-semibold">{kind_names[kind]}</span>{' '}
                <span className="block text-sm text-ink-soft">
                  {name}
                  {walk_minutes !== null && `, ${walk_minutes} min on foot`}
                </span>{' '}
                <span className="money block">Delivery {formatNaira(fee_kobo)}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {has_window && (
        <p className="mt-3 text-sm text-ink-soft">
          You have opened a payment. If you choose another place, pay anew: money that still comes for this one goes
          back.
        </p>
      )}
      <button type="submit" className={buttonClass('quiet', 'mt-3 w-full')}>
        Get it there
      </button>
    </form>
  )
}

/** Chooses one of them: leads to the order that goes there, or says why nothing was changed. */
export async function handOverAction(services: AppServices, request: Request, form: FormData, link_token: string) {
  const place_id = Number(textOf(form, 'place') || 'none')
  if (!Number.isSafeInteger(place_id)) return refusal(form, 422, 'Please choose where you get it.')
  // It is ordered once more.
  if (!(await services.allow('checkout', visitorOf(request)))) return refusal(form, 429, TOO_MANY_ORDERS)
  const chosen = await chooseHandOver(services, link_token, place_id)
  if (chosen.ok) return redirect(`/order-summary?order=${chosen.value.link_token}` satisfies Address)
  switch (chosen.reason) {
    case 'not_handed_over_there':
      return refusal(form, 409, NOT_THERE)
    case 'being_paid':
      return refusal(form, 409, BEING_PAID)
    case 'bad_code':
      return refusal(form, 409, `Nothing was changed. ${codeProblem('', chosen.details)} Press “Change this” for that.`)
    default:
      return refusal(form, 409, NOTHING_CHANGED)
  }
}

const BEING_PAID =
  'A payment for it has begun, so nothing was changed. Have you paid? Then wait here. If not, you can choose again ' +
  'once it has failed or is too old.'

const NOTHING_CHANGED =
  'It cannot be ordered like this any more, so nothing was changed. Please press “Change this” and order it again.'
