import type { FormEvent } from 'react'
import { incident_reasons, type SaidReason, second_troubles } from '../../../domain/delivery/incidents/lifecycle.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { useRefused } from '../../ui/forms/use-refused.ts'
import { CallSupport } from './call-support.tsx'
import type { DeliveryView } from './desk-view.server.ts'
import { HandOver } from './hand-over.tsx'
import { reason_words } from './incident-words.ts'
import type { Held } from './status-with-steps.ts'
import { StepName, type Take } from './step-name.tsx'
import { Waiting } from './waiting.tsx'
import { WayOutForm } from './way-out-form.tsx'

type Props = { delivery: DeliveryView; held: Held; take: Take }

/** At the door with the food: hand it over, wait for an absent customer, or say what stands in the way. */
export function AtDoor({ delivery, held, take }: Props) {
  if (held.is_coming_back) return <ComingBack delivery={delivery} take={take} />
  return (
    <>
      {!held.wait && <AtGate delivery={delivery} />}
      {held.wait && <Waiting delivery={delivery} wait={held.wait} for_whom="customer" take={take} />}
      <HandOver delivery={delivery} take={take} />
      <CannotHandOver delivery={delivery} held={held} take={take} />
    </>
  )
}

/** Tells the customer that the rider is there, before anybody waits for anybody. */
function AtGate({ delivery: { delivery_id, status, at_gate, customer } }: Pick<Props, 'delivery'>) {
  if (at_gate) return <p className="text-good">{`${customer.first_name} was told at ${at_gate} that you are there.`}</p>
  // The pick-up still waits on this phone, and our server tells nobody of food that it believes at the kitchen.
  if (status !== 'Picked up') {
    return (
      <p className="text-ink-soft">
        {`Once your pick-up has reached us, you can tell ${customer.first_name} here that you are at the gate.`}
      </p>
    )
  }
  return (
    <ActionForm
      intent="at_gate"
      action="/rider-dashboard"
      subject={{ name: 'id', value: delivery_id }}
      button="I am at the gate"
      busy="Telling…"
      look="brand"
      lost="The customer may not have been told. Please call."
    />
  )
}

function CannotHandOver({ delivery, held, take }: Props) {
  const refused = useRefused('way_out', { name: 'id', value: delivery.delivery_id })
  const said = refused?.typed['incident_reason']
  const wait = (event: FormEvent) => {
    event.preventDefault()
    void take({ verb: 'wait' })
  }
  return (
    <details className="border-t border-line pt-2" open={said !== undefined}>
      <summary className="min-h-11 content-center font-semibold">I cannot hand it over…</summary>
      <div className="mt-2 grid gap-2">
        {!held.wait && (
          <form method="post" onSubmit={wait}>
            <StepName verb="wait" delivery_id={delivery.delivery_id} />
            <button type="submit" className={buttonClass('quiet', 'min-h-14 w-full')}>
              {reason_words.customer_absent}
            </button>
          </form>
        )}
        <Troubles
          delivery={delivery}
          reasons={incident_reasons.filter((reason) => reason !== 'customer_absent')}
          said={said}
          take={take}
        />
        <CallSupport />
      </div>
    </details>
  )
}

/** What can have happened, each with what is done about it below its name. */
function Troubles(props: {
  delivery: DeliveryView
  reasons: readonly SaidReason[]
  /** The one whose form was refused. */
  said: string | undefined
  take: Take
  is_coming_back?: boolean
}) {
  const { delivery, reasons, said, take, is_coming_back = false } = props
  return reasons.map((reason) => (
    <details key={reason} name={`incident-${delivery.delivery_id}`} className="unfolds mt-2" open={said === reason}>
      <summary className={buttonClass('quiet', 'min-h-14 w-full text-center')}>{reason_words[reason]}</summary>
      <div className="mt-2 rounded-control border border-line bg-sunken p-4">
        <WayOutForm delivery={delivery} reason={reason} take={take} is_coming_back={is_coming_back} />
      </div>
    </details>
  ))
}

/** On the way back: the kitchen has it, or is closed; or the customer came after all. */
function ComingBack({ delivery, take }: { delivery: DeliveryView; take: Take }) {
  const { delivery_id } = delivery
  const said = useRefused('way_out', { name: 'id', value: delivery_id })?.typed['incident_reason']
  const back = (kitchen_closed: boolean) => (event: FormEvent) => {
    event.preventDefault()
    void take({ verb: 'back', incident: { kitchen_closed } })
  }
  return (
    <div className="grid gap-3">
      <form method="post" onSubmit={back(false)}>
        <StepName verb="back" delivery_id={delivery_id} />
        <button type="submit" className={buttonClass('primary', 'min-h-14 w-full text-lg')}>
          The kitchen has it back
        </button>
      </form>
      <form method="post" onSubmit={back(true)}>
        <StepName verb="back" delivery_id={delivery_id} />
        <input type="hidden" name="kitchen_closed" value="yes" />
        <button type="submit" className={buttonClass('quiet', 'min-h-14 w-full')}>
          The kitchen is closed
        </button>
      </form>
      <p className="text-sm text-ink-soft">
        Closed? Press that and keep the food: you are paid all the same, and the customer is told.
      </p>
      <details className="border-t border-line pt-2">
        <summary className="min-h-11 content-center font-semibold">The customer came after all…</summary>
        <div className="mt-2">
          <HandOver delivery={delivery} take={take} />
        </div>
      </details>
      <details className="border-t border-line pt-2" open={said !== undefined}>
        <summary className="min-h-11 content-center font-semibold">I cannot bring it back…</summary>
        <div className="grid gap-2">
          <Troubles delivery={delivery} reasons={second_troubles} said={said} take={take} is_coming_back />
          <CallSupport />
        </div>
      </details>
    </div>
  )
}
