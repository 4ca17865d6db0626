import { type FormEvent, useState } from 'react'
import {
  consequenceOf,
  type IncidentReason,
  NOBODY_AT_KITCHEN,
  names_place,
  needsPhoto,
  type WayOut,
  ways_out,
} from '../../../domain/delivery/incidents/lifecycle.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Field, RefusedContext } from '../../ui/forms/field.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { useRefused } from '../../ui/forms/use-refused.ts'
import { shrinkPhoto } from '../../ui/pictures/shrink-photo.ts'
import { refusalWords } from '../steps/refusal-words.ts'
import type { DeliveryView } from './desk-view.server.ts'
import { wayName, whatFollows } from './incident-words.ts'
import { PhotoInput } from './photo-input.tsx'
import { StepName, type Take } from './step-name.tsx'

/** What the rider does about one reason: which way out, where, why, and a photo where it has to show something. */
export function WayOutForm(props: {
  delivery: DeliveryView
  reason: IncidentReason
  take: Take
  /** The food goes back already, and is lost on its way. */
  is_coming_back?: boolean
}) {
  const { delivery, reason, take, is_coming_back = false } = props
  const ways = is_coming_back ? (['write_off'] as const) : ways_out.filter((way) => consequenceOf(reason, way))
  const refused = useRefused('way_out', { name: 'id', value: delivery.delivery_id })
  const mine = refused?.typed['incident_reason'] === reason ? refused : null
  const [way, setWay] = useState<WayOut | undefined>(
    ways.find((one) => one === mine?.typed['way_out']) ?? (ways.length === 1 ? ways[0] : undefined),
  )
  const [errors, setErrors] = useState(mine?.errors ?? {})
  const [busy, setBusy] = useState(false)
  const is_at_kitchen = reason === NOBODY_AT_KITCHEN
  const says_why = reason !== 'customer_absent' && !is_at_kitchen
  const needs_photo = way !== undefined && needsPhoto(reason, way)

  const send = async (form: FormData) => {
    const text = (name: string) => String(form.get(name) ?? '').trim()
    if (!way) return setErrors({ way_out: 'Please choose what you do.' })
    const [place, words] = [text('place'), text('words')]
    if (names_place.includes(way) && !place) return setErrors({ place: refusalWords('bad_place') })
    if (says_why && words.length < 3) return setErrors({ words: 'Please say why, in a few words.' })
    const file = form.get('picture')
    const has_photo = file instanceof File && file.size > 0
    if (needs_photo && !has_photo)
      return setErrors({ picture: `Please add a photo of the ${is_at_kitchen ? 'closed kitchen' : 'food'}.` })
    setBusy(true)
    const picture = has_photo ? await shrinkPhoto(file) : null
    if (has_photo && !picture) {
      setErrors({ picture: refusalWords('blank_photo') })
    } else {
      setErrors({})
      const incident = { reason, way_out: way, ...(place ? { place } : {}), ...(words ? { words } : {}) }
      await take({ verb: 'way_out', incident, ...(picture ? { picture } : {}) })
    }
    setBusy(false)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void send(new FormData(event.currentTarget))
  }
  return (
    <form method="post" encType="multipart/form-data" className="grid gap-3" onSubmit={submit}>
      <StepName verb="way_out" delivery_id={delivery.delivery_id} />
      <input type="hidden" name="incident_reason" value={reason} />
      <RefusedContext value={{ errors, typed: mine?.typed ?? {} }}>
        <fieldset className="grid gap-2">
          <legend className="mb-1 font-semibold">What do you do?</legend>
          {ways.map((one) => (
            <label key={one} className="flex min-h-11 items-start gap-3 rounded-control border border-edge p-3">
              <input
                type="radio"
                name="way_out"
                value={one}
                required
                className="mt-1 size-5 shrink-0"
                defaultChecked={way === one}
                onChange={() => setWay(one)}
              />
              <span>
                <span className="font-semibold">{wayName(reason, one, is_coming_back)}</span>
                <span className="block text-sm text-ink-soft">{whatFollows(reason, one, is_coming_back)}</span>
              </span>
            </label>
          ))}
          {errors['way_out'] && (
            <p role="alert" className="text-bad">
              {errors['way_out']}
            </p>
          )}
        </fieldset>
        {ways.some((one) => names_place.includes(one)) && (way === undefined || names_place.includes(way)) && (
          <SelectField name="place" label="At which place?" defaultValue="">
            <option value="">Choose a place…</option>
            {delivery.places.map((place) => (
              <option key={place} value={place}>
                {place}
              </option>
            ))}
          </SelectField>
        )}
        {says_why && <Field name="words" label="What happened?" maxLength={200} required />}
        {(needs_photo || way === undefined || way === 'write_off') && (
          <PhotoInput name="picture" required={needs_photo} />
        )}
      </RefusedContext>
      <button type="submit" disabled={busy} className={buttonClass('primary', 'min-h-14 w-full text-lg')}>
        {busy ? 'One moment…' : 'Do this'}
      </button>
    </form>
  )
}
