import { type FormEvent, useState } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { Field, RefusedContext } from '../../ui/forms/field.tsx'
import { useRefused } from '../../ui/forms/use-refused.ts'
import { Notice } from '../../ui/notice.tsx'
import { queueStep } from '../steps/queue.ts'
import type { PhoneStep } from '../steps/step-store.ts'
import { whenSent } from '../steps/when-sent.ts'
import { useOnline } from '../use-online.ts'
import { AtDoor } from './cannot-hand-over.tsx'
import type { DeliveryView } from './desk-view.server.ts'
import type { InHandView } from './in-sequence.ts'
import { StepName, type Take } from './step-name.tsx'
import { NobodyAtKitchen } from './waiting.tsx'

/**
 * The next step as one big button. With or without a network it is done on the phone first. Without script it is a
 * plain form, and our server's time counts.
 */
export function NextStep(
  props: Pick<InHandView, 'delivery' | 'status' | 'held' | 'fetched_with'> & {
    /** Its steps that our server does not have yet. */
    waiting: readonly PhoneStep[]
  },
) {
  const { delivery, status, held, fetched_with, waiting } = props
  const sent = whenSent(waiting, useOnline())
  const { delivery_id, step_key } = delivery
  const [unkept, setUnkept] = useState(false)
  const take: Take = async (step) => {
    try {
      await queueStep(step_key, { ...step, delivery_id })
      // Who is at the kitchen is there for the whole trip.
      for (const other of step.verb === 'arrive' ? fetched_with : []) {
        await queueStep(other.step_key, { ...step, delivery_id: other.delivery_id })
      }
      setUnkept(false)
    } catch {
      setUnkept(true)
    }
  }
  return (
    <>
      {unkept && (
        <Notice kind="bad">This phone could not keep the step. Please free some space, and press again.</Notice>
      )}
      {status === 'Assigned' && <Arrive delivery={delivery} take={take} />}
      {status === 'At vendor' && <PickUp delivery={delivery} take={take} />}
      {status === 'At vendor' && !delivery.handed_on_by && (
        <NobodyAtKitchen delivery={delivery} held={held} take={take} />
      )}
      {(status === 'Assigned' || status === 'At vendor') && <GiveBack delivery={delivery} take={take} />}
      {status === 'Picked up' && <AtDoor delivery={delivery} held={held} take={take} />}
      {status === 'Delivered' && <p className="text-good">Well done. {sent}</p>}
      {(status === 'Cancelled' || status === 'Waiting') && <p className="text-good">Thank you. {sent}</p>}
    </>
  )
}

function Arrive({ delivery, take }: { delivery: DeliveryView; take: Take }) {
  const { delivery_id } = delivery
  const arrive = (event: FormEvent) => {
    event.preventDefault()
    void take({ verb: 'arrive' })
  }
  return (
    <form method="post" onSubmit={arrive}>
      <StepName verb="arrive" delivery_id={delivery_id} />
      <button type="submit" className={buttonClass('primary', 'min-h-14 w-full text-lg')}>
        {delivery.handed_on_by ? `I am with ${delivery.handed_on_by}` : 'Arrived at the kitchen'}
      </button>
    </form>
  )
}

function PickUp({
  delivery: { delivery_id, packs, packs_reason: said },
  take,
}: {
  delivery: DeliveryView
  take: Take
}) {
  const refused = useRefused('pick_up', { name: 'id', value: delivery_id })
  const [errors, setErrors] = useState(refused?.errors ?? {})
  const pickUp = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const counted = Number(form.get('packs'))
    if (!Number.isInteger(counted) || counted < 1 || counted > 99)
      return setErrors({ packs: 'How many packs are in your bag?' })
    const packs_reason = String(form.get('packs_reason') ?? '').trim()
    if (counted === packs) return void take({ verb: 'pick_up', packs: counted })
    if (packs_reason.length < 3)
      return setErrors({
        packs_reason: `The order has ${packs}, you counted ${counted}. Please count again, or say why.`,
      })
    void take({ verb: 'pick_up', packs: counted, packs_reason })
  }
  return (
    <form method="post" className="grid gap-3" onSubmit={pickUp}>
      <StepName verb="pick_up" delivery_id={delivery_id} />
      <RefusedContext value={{ errors, typed: refused?.typed ?? {} }}>
        <Field
          name="packs"
          label="Packs in your bag"
          hint={said ? `The kitchen packed it in ${packs}: ${said}` : `The order has ${packs}.`}
          inputMode="numeric"
          defaultValue={packs}
          required
        />
        <details open={errors['packs_reason'] !== undefined}>
          <summary className="min-h-11 content-center font-semibold">Not {packs}?</summary>
          <Field name="packs_reason" label="Why?" hint="Ask the kitchen first. They and we read it." maxLength={200} />
        </details>
      </RefusedContext>
      <button type="submit" className={buttonClass('primary', 'min-h-14 w-full text-lg')}>
        Picked up
      </button>
    </form>
  )
}

/** Before the pick-up: another rider fetches it. */
function GiveBack({ delivery: { delivery_id }, take }: { delivery: DeliveryView; take: Take }) {
  const refused = useRefused('give_back', { name: 'id', value: delivery_id })
  const [errors, setErrors] = useState(refused?.errors ?? {})
  const giveBack = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const words = String(new FormData(event.currentTarget).get('reason') ?? '').trim()
    if (words.length < 3) return setErrors({ reason: 'Please say why, in a few words.' })
    void take({ verb: 'give_back', incident: { words } })
  }
  return (
    <details className="unfolds" open={refused !== null}>
      <summary className={buttonClass('quiet')}>I cannot take it…</summary>
      <form
        method="post"
        className="mt-2 grid gap-3 rounded-control border border-line bg-sunken p-4"
        onSubmit={giveBack}
      >
        <StepName verb="give_back" delivery_id={delivery_id} />
        <p>Another rider is asked. Please say why; we learn from it.</p>
        <RefusedContext value={{ errors, typed: refused?.typed ?? {} }}>
          <Field name="reason" label="Reason" maxLength={200} required />
        </RefusedContext>
        <button type="submit" className={buttonClass('primary')}>
          Give it back
        </button>
      </form>
    </details>
  )
}
