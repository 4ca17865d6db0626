import { type FormEvent, useState } from 'react'
import type { DeliveryStatus } from '../../../domain/delivery/lifecycle.ts'
import { useRefusedWithoutScript } from '../../ui/action-form.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { queueStep } from '../steps/queue.ts'
import type { DeliveryView } from './desk-view.server.ts'
import { HandOver } from './hand-over.tsx'
import { StepName, type Take } from './step-name.tsx'

/**
 * The one thing that comes next, as one big button; with or without a network it is done here first. Without script
 * each is a plain form, and our server's time counts.
 */
export function NextStep({ delivery, status }: { delivery: DeliveryView; status: DeliveryStatus }) {
  const { delivery_id, step_key } = delivery
  const [unkept, setUnkept] = useState(false)
  const take: Take = async (step) => {
    try {
      await queueStep(step_key, { ...step, delivery_id })
      setUnkept(false)
    } catch {
      setUnkept(true)
    }
  }
  return (
    <>
      {unkept && (
        <Notice kind="bad">
          This phone could not keep the step. Please free some space, and press again.
        </Notice>
      )}
      {status === 'Assigned' && <Arrive delivery={delivery} take={take} />}
      {status === 'At vendor' && <PickUp delivery={delivery} take={take} />}
      {status === 'Picked up' && <HandOver delivery={delivery} take={take} />}
      {status === 'Delivered' && (
        <p className="text-good">Well done. It is sent as soon as there is a line.</p>
      )}
    </>
  )
}

function Arrive({ delivery: { delivery_id }, take }: { delivery: DeliveryView; take: Take }) {
  const arrive = (event: FormEvent) => {
    event.preventDefault()
    void take({ verb: 'arrive' })
  }
  return (
    <form method="post" onSubmit={arrive}>
      <StepName verb="arrive" delivery_id={delivery_id} />
      <button type="submit" className={buttonClass('primary', 'min-h-14 w-full text-lg')}>
        Arrived at the vendor
      </button>
    </form>
  )
}

function PickUp({ delivery: { delivery_id, packs }, take }: { delivery: DeliveryView; take: Take }) {
  const refused = useRefusedWithoutScript('pick_up', { name: 'id', value: delivery_id })
  const [error, setError] = useState<{ field: string | null; said: string } | null>(refused)
  const pickUp = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const counted = Number(form.get('packs'))
    if (!Number.isInteger(counted) || counted < 1 || counted > 99)
      return setError({ field: 'packs', said: 'How many packs are in your bag?' })
    const packs_reason = String(form.get('packs_reason') ?? '').trim()
    if (counted === packs) return void take({ verb: 'pick_up', packs: counted })
    if (packs_reason.length < 3)
      return setError({
        field: 'packs_reason',
        said: `The order has ${packs}, you counted ${counted}. Please count again, or say why.`,
      })
    void take({ verb: 'pick_up', packs: counted, packs_reason })
  }
  return (
    <form method="post" className="grid gap-3" onSubmit={pickUp}>
      <StepName verb="pick_up" delivery_id={delivery_id} />
      <Field
        name="packs"
        id={`packs-${delivery_id}`}
        label="Packs in your bag"
        hint={`The order has ${packs}.`}
        inputMode="numeric"
        defaultValue={refused?.typed['packs'] ?? String(packs)}
        error={error?.field === 'packs' ? error.said : undefined}
        required
      />
      <details open={error?.field === 'packs_reason'}>
        <summary className="min-h-11 content-center font-semibold">Not {packs}?</summary>
        <Field
          name="packs_reason"
          id={`packs-reason-${delivery_id}`}
          label="Why?"
          hint="Ask the kitchen first. Admins read it."
          maxLength={200}
          defaultValue={refused?.typed['packs_reason']}
          error={error?.field === 'packs_reason' ? error.said : undefined}
        />
      </details>
      <button type="submit" className={buttonClass('primary', 'min-h-14 w-full text-lg')}>
        Picked up
      </button>
    </form>
  )
}
