import { type FormEvent, useState } from 'react'
import { saysWhy } from '../../../domain/delivery/lifecycle.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Field, RefusedContext } from '../../ui/forms/field.tsx'
import { useRefused } from '../../ui/forms/use-refused.ts'
import { useSecondsPassed } from '../../ui/live/use-seconds-passed.ts'
import { shrinkPhoto } from '../../ui/pictures/shrink-photo.ts'
import { refusalWords } from '../steps/refusal-words.ts'
import { mayBePin } from '../steps/sign.ts'
import type { DeliveryView } from './desk-view.server.ts'
import { PhotoInput } from './photo-input.tsx'
import { StepName, type Take } from './step-name.tsx'

/** At the door: with the customer's PIN, or with a reason and a photo. */
export function HandOver({ delivery, take }: { delivery: DeliveryView; take: Take }) {
  const { pin_pause, pin_blocked } = delivery
  const paused = usePaused(pin_pause)
  return (
    <div className="grid gap-4">
      {pin_blocked && <p className="text-bad">Too many wrong PINs. Please hand over with a reason and a photo.</p>}
      {!pin_blocked && paused && (
        <p className="text-bad">Too many wrong PINs. You can try again at {pin_pause?.until}.</p>
      )}
      {!pin_blocked && !paused && <WithPin delivery={delivery} take={take} />}
      <WithoutPin delivery={delivery} take={take} />
    </div>
  )
}

/** Whether a pause still lasts, by the pace of the phone's clock, because its time may be wrong. */
function usePaused(pause: DeliveryView['pin_pause']): boolean {
  const passed = useSecondsPassed(pause?.until, pause?.as_of)
  return pause !== null && passed < pause.seconds_left
}

function WithPin({ delivery, take }: { delivery: DeliveryView; take: Take }) {
  const { delivery_id } = delivery
  const refused = useRefused('hand_over', { name: 'id', value: delivery_id })
  const [error, setError] = useState(refused?.errors['pin'])
  const check = async (form: HTMLFormElement) => {
    const pin = String(new FormData(form).get('pin') ?? '').trim()
    if (!/^\d{4}$/.test(pin)) return setError('The PIN has 4 digits.')
    // The phone catches typing errors; whether the PIN is right, the server says.
    if (!(await mayBePin(delivery, pin))) return setError('This is not the PIN. Please ask the customer again.')
    setError(undefined)
    await take({ verb: 'hand_over', pin })
  }
  return (
    <form
      method="post"
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void check(event.currentTarget)
      }}
    >
      <StepName verb="hand_over" delivery_id={delivery_id} />
      <RefusedContext value={{ errors: { pin: error }, typed: {} }}>
        <Field
          name="pin"
          label="The customer’s PIN"
          hint="Four digits, from the customer’s page or SMS."
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          required
        />
      </RefusedContext>
      <button type="submit" className={buttonClass('primary', 'min-h-14 w-full text-lg')}>
        Handed over
      </button>
    </form>
  )
}

function WithoutPin({ delivery: { delivery_id, pin_blocked }, take }: { delivery: DeliveryView; take: Take }) {
  const answered = useRefused('hand_over', { name: 'id', value: delivery_id })
  const refused = answered && 'reason' in answered.typed ? answered : null
  const [errors, setErrors] = useState(refused?.errors ?? {})
  const [busy, setBusy] = useState(false)
  const handOver = async (form: FormData) => {
    const no_pin_reason = String(form.get('reason') ?? '').trim()
    if (!saysWhy(no_pin_reason)) return setErrors({ reason: refusalWords('bad_reason') })
    const file = form.get('picture')
    if (!(file instanceof File) || file.size === 0)
      return setErrors({ picture: 'Please add a photo of where you left it.' })
    setBusy(true)
    const picture = await shrinkPhoto(file)
    if (picture) await take({ verb: 'hand_over', no_pin_reason, picture })
    setErrors(picture ? {} : { picture: 'This photo cannot be read, or shows nothing. Please take another one.' })
    setBusy(false)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void handOver(new FormData(event.currentTarget))
  }
  return (
    <details className="border-t border-line pt-2" open={pin_blocked || refused !== null}>
      <summary className="min-h-11 content-center font-semibold">Without the PIN…</summary>
      <form method="post" encType="multipart/form-data" className="mt-2 grid gap-3" onSubmit={submit}>
        <StepName verb="hand_over" delivery_id={delivery_id} />
        <p className="text-sm text-ink-soft">
          With a reason and a photo of the food at the door. Offline, this phone keeps both and sends them later. We
          look at each of these before it is paid out.
        </p>
        <RefusedContext value={{ errors, typed: refused?.typed ?? {} }}>
          <Field name="reason" label="Reason" maxLength={200} required />
          <PhotoInput name="picture" />
        </RefusedContext>
        <button type="submit" disabled={busy} className={buttonClass('quiet')}>
          {busy ? 'One moment…' : 'Handed over without the PIN'}
        </button>
      </form>
    </details>
  )
}
