import { useState } from 'react'
import type { DeliveryStatus } from '../../../domain/delivery/lifecycle.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PictureInput } from '../../ui/picture-input.tsx'
import { type NewStep, queueStep } from '../steps/queue.ts'
import { mayBePin } from '../steps/sign.ts'
import type { DeliveryView } from './desk-view.server.ts'

/** The one thing that comes next, as one big button; with or without a network it is done here first. */
export function NextStep({ delivery, status }: { delivery: DeliveryView; status: DeliveryStatus }) {
  const { delivery_id, step_key } = delivery
  const [unkept, setUnkept] = useState(false)
  const take = async (step: Omit<NewStep, 'delivery_id'>) => {
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
      <StepForm key={status} delivery={delivery} status={status} take={take} />
    </>
  )
}

type Take = (step: Omit<NewStep, 'delivery_id'>) => Promise<void>

function StepForm({
  delivery,
  status,
  take,
}: {
  delivery: DeliveryView
  status: DeliveryStatus
  take: Take
}) {
  if (status === 'Assigned') {
    return (
      <button
        type="button"
        className={buttonClass('primary', 'min-h-14 w-full text-lg')}
        onClick={() => void take({ verb: 'arrive' })}
      >
        Arrived at the vendor
      </button>
    )
  }
  if (status === 'At vendor') return <PickUp packs={delivery.packs} take={take} />
  if (status === 'Picked up') return <HandOver delivery={delivery} take={take} />
  return <p className="text-good">Well done. It is sent as soon as there is a line.</p>
}

function PickUp({ packs, take }: { packs: number; take: Take }) {
  const [error, setError] = useState<string | undefined>()
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        const counted = Number(new FormData(event.currentTarget).get('packs'))
        if (!Number.isInteger(counted) || counted < 1 || counted > 99)
          return setError('How many packs are in your bag?')
        void take({ verb: 'pick_up', packs: counted })
      }}
    >
      <Field
        name="packs"
        label="Packs in your bag"
        hint={`The order has ${packs}.`}
        inputMode="numeric"
        defaultValue={String(packs)}
        error={error}
        required
      />
      <button type="submit" className={buttonClass('primary', 'min-h-14 w-full text-lg')}>
        Picked up
      </button>
    </form>
  )
}

function HandOver({ delivery, take }: { delivery: DeliveryView; take: Take }) {
  const [error, setError] = useState<string | undefined>()
  const blocked = delivery.pin_blocked || delivery.pin_paused_until !== null
  const check = async (form: HTMLFormElement) => {
    const pin = String(new FormData(form).get('pin') ?? '').trim()
    if (!/^\d{4}$/.test(pin)) return setError('The PIN has 4 digits.')
    // The phone catches a slip of the finger; whether it is right, the server says.
    if (!(await mayBePin(delivery, pin)))
      return setError('This is not the PIN. Please ask the customer again.')
    await take({ verb: 'hand_over', pin })
  }
  return (
    <div className="grid gap-4">
      {delivery.pin_paused_until && (
        <p className="text-bad">Too many wrong PINs. You can try again at {delivery.pin_paused_until}.</p>
      )}
      {!blocked && (
        <form
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            void check(event.currentTarget)
          }}
        >
          <Field
            name="pin"
            label="The customer’s PIN"
            hint="Four digits, from the customer’s page or SMS."
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            error={error}
            required
          />
          <button type="submit" className={buttonClass('primary', 'min-h-14 w-full text-lg')}>
            Handed over
          </button>
        </form>
      )}
      <WithoutPin take={take} />
    </div>
  )
}

/** Needs a line, for the photo; it is said so. */
function WithoutPin({ take }: { take: Take }) {
  const [photo, setPhoto] = useState('')
  const [uploading, setUploading] = useState(false)
  const [error, setError] = useState<string | undefined>()
  return (
    <details className="border-t border-line pt-2">
      <summary className="min-h-11 content-center font-semibold">Without the PIN…</summary>
      <form
        className="mt-2 grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          const no_pin_reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim()
          if (no_pin_reason.length < 3) return setError('Please say why, in a few words.')
          if (photo === '') return setError('Please add a photo of where you left it.')
          void take({ verb: 'hand_over', no_pin_reason, photo })
        }}
      >
        <p className="text-sm text-ink-soft">
          With a reason and a photo of the food at the door. The photo needs a line; we look at each of these.
        </p>
        <Field name="reason" id="no-pin-reason" label="Reason" maxLength={200} error={error} required />
        <PictureInput
          name="photo"
          label="Photo"
          address={photo}
          words={{ failed: 'The photo could not be read.', lost: 'The photo did not reach us.' }}
          onChange={setPhoto}
          onBusy={setUploading}
        />
        <button type="submit" disabled={uploading} className={buttonClass('quiet')}>
          Handed over without the PIN
        </button>
      </form>
    </details>
  )
}
