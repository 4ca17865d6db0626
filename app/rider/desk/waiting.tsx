import type { FormEvent } from 'react'
import { NOBODY_AT_KITCHEN } from '../../../domain/delivery/incidents/lifecycle.ts'
import { buttonClass } from '../../ui/button.tsx'
import { useRefused } from '../../ui/forms/use-refused.ts'
import { useSecondsPassed } from '../../ui/live/use-seconds-passed.ts'
import type { DeliveryView } from './desk-view.server.ts'
import { reason_words } from './incident-words.ts'
import type { Held } from './status-with-steps.ts'
import { StepName, type Take } from './step-name.tsx'
import { WayOutForm } from './way-out-form.tsx'

type Waits = NonNullable<Held['wait']>

/** The clock while the customer, or the kitchen, is absent; once it is over, what can be done. */
export function Waiting(props: { delivery: DeliveryView; wait: Waits; for_whom: 'customer' | 'kitchen'; take: Take }) {
  const { delivery, wait, for_whom, take } = props
  const passed = useSecondsPassed(wait.seconds_left, wait.as_of)
  const is_kitchen = for_whom === 'kitchen'
  // A kitchen may have to pay for it, so its time runs from when it was told.
  const stands_still = is_kitchen && !wait.is_told
  const seconds = Math.max(0, Math.ceil(wait.seconds_left) - (stands_still ? 0 : passed))
  const minutes = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  const name = is_kitchen ? delivery.vendor.name : delivery.customer.first_name
  const { phone } = is_kitchen ? delivery.vendor : delivery.customer
  return (
    <section aria-labelledby={`wait-${delivery.delivery_id}`} className="rounded-control border-2 border-plantain p-4">
      <h3 id={`wait-${delivery.delivery_id}`} className="flex items-baseline justify-between gap-3 text-lg font-bold">
        {seconds > 0 ? `Waiting for ${name}` : is_kitchen ? `Nobody came at ${name}` : `${name} did not come`}
        {seconds > 0 && (
          <span role="timer" className="money text-2xl">
            {minutes}
          </span>
        )}
      </h3>
      <p className="mt-1 mb-3">
        {seconds > 0
          ? wait.is_told
            ? `${name} was told by SMS that you wait. Please call too.`
            : `${name} is told by SMS once we hear of it. Please call now.`
          : `You have waited long enough. ${is_kitchen ? 'You may go.' : 'What do you do with the food?'}`}
      </p>
      {seconds > 0 && phone && (
        <a className={buttonClass('primary', 'min-h-14 w-full text-lg')} href={`tel:${phone.e164}`}>
          Call {name}
        </a>
      )}
      {seconds === 0 && (
        <WayOutForm delivery={delivery} reason={is_kitchen ? NOBODY_AT_KITCHEN : 'customer_absent'} take={take} />
      )}
    </section>
  )
}

/** At the kitchen, before the pick-up: nobody is there. */
export function NobodyAtKitchen({ delivery, held, take }: { delivery: DeliveryView; held: Held; take: Take }) {
  const { delivery_id, wait_minutes } = delivery
  const refused = useRefused('wait', { name: 'id', value: delivery_id })
  const wait = (event: FormEvent) => {
    event.preventDefault()
    void take({ verb: 'wait', incident: { reason: NOBODY_AT_KITCHEN } })
  }
  if (held.kitchen_wait) return <Waiting delivery={delivery} wait={held.kitchen_wait} for_whom="kitchen" take={take} />
  return (
    <details className="unfolds" open={refused !== null}>
      <summary className={buttonClass('quiet')}>The kitchen is closed…</summary>
      <form method="post" className="mt-2 grid gap-3 rounded-control border border-line bg-sunken p-4" onSubmit={wait}>
        <StepName verb="wait" delivery_id={delivery_id} />
        <input type="hidden" name="incident_reason" value={NOBODY_AT_KITCHEN} />
        <p>
          The kitchen and we are told at once. If nobody comes within {wait_minutes} minutes you may go, and are paid
          for the way here.
        </p>
        <button type="submit" className={buttonClass('primary', 'min-h-14 w-full text-lg')}>
          {reason_words.kitchen_closed}
        </button>
      </form>
    </details>
  )
}
