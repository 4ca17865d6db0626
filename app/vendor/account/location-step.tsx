import { LocateFixed } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { brand } from '../../../domain/brand.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Field, FieldError, useAnswered } from '../../ui/forms/field.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { CampusMap } from '../../ui/map/campus-map.tsx'
import { describePlace, type Landmark, type Place } from '../../ui/map/map-frame.ts'
import type { StepProps } from './step-props.ts'

/** Address, landmark, description; beside them a pin, for a delivery fee that fits. */
export function LocationStep({ fields, keep, landmarks }: StepProps & { landmarks: readonly Landmark[] }) {
  const [landmark, setLandmark] = useState(fields['landmark'] ?? '')
  const [place, setPlace] = useState<Place | null>(placeOf(fields))
  const address = useRef<HTMLDivElement>(null)
  const { told, locate } = useOwnPosition(setPlace, () => address.current?.querySelector('textarea'))
  const shown = useRef(place)
  const pin = place ?? landmarks.find(({ name }) => name === landmark) ?? null

  useEffect(() => {
    if (shown.current === place) return
    shown.current = place
    // Dragging puts the pin many times a second; only where it comes to rest is worth a request.
    const rest = setTimeout(keep, 600)
    return () => clearTimeout(rest)
  })

  return (
    <>
      <div ref={address}>
        <Field
          name="address"
          label="Address"
          multiline
          defaultValue={fields['address']}
          required
          maxLength={300}
          autoComplete="street-address"
        />
      </div>
      <SelectField
        name="landmark"
        label="Landmark"
        required
        value={landmark}
        onChange={(event) => setLandmark(event.target.value)}
      >
        <option value="">
          {landmarks.length > 0
            ? 'Choose the nearest landmark'
            : `No landmark is there yet: please call ${brand.support_phone}`}
        </option>
        {landmarks.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </SelectField>
      <fieldset>
        <legend className="font-semibold">Place on the map (optional)</legend>
        <p className="mb-2 text-sm text-ink-soft">
          Without a pin the landmark counts for the delivery fee. Tap where you are, or let your phone find you.
        </p>
        {landmarks.length > 0 && (
          <CampusMap landmarks={landmarks} pin={pin} onMove={setPlace}>
            {pin
              ? `Your kitchen is ${describePlace(pin, landmarks)}.`
              : 'No place is chosen yet: choose the nearest landmark, or tap the map.'}
          </CampusMap>
        )}
        <div className="mt-2 flex flex-wrap items-center gap-3">
          <button type="button" className={buttonClass('quiet')} onClick={locate}>
            <LocateFixed aria-hidden="true" size={18} /> I am here
          </button>
          {place && (
            <button type="button" className={buttonClass('quiet')} onClick={() => setPlace(null)}>
              Use the landmark
            </button>
          )}
        </div>
        <p role="status" className="mt-1 text-sm">
          {told}
        </p>
        <FieldError error={useAnswered('latitude').error} />
      </fieldset>
      <input type="hidden" name="latitude" value={place?.latitude ?? ''} />
      <input type="hidden" name="longitude" value={place?.longitude ?? ''} />
      <Field
        name="description"
        label="Description"
        multiline
        defaultValue={fields['description']}
        required
        maxLength={500}
        hint="What you cook, in a sentence or two. Customers read it on your page."
      />
    </>
  )
}

/** Puts the pin where the phone is; the address that the map knows there comes into the field where that is empty. */
function useOwnPosition(found: (place: Place) => void, fieldOf: () => HTMLTextAreaElement | null | undefined) {
  const [told, setTold] = useState('')
  const locate = () => {
    setTold('Finding where you are…')
    navigator.geolocation.getCurrentPosition(
      async ({ coords: { latitude, longitude } }) => {
        found({ latitude, longitude })
        setTold('The pin is where you are.')
        const known = await addressAt({ latitude, longitude })
        const field = fieldOf()
        if (!known || field?.value.trim() !== '') return
        field.value = known.address
        setTold(`The pin is where you are. ${known.credit}.`)
      },
      () => setTold('Your phone does not say where you are. Please move the pin instead.'),
      { timeout: 10_000, enableHighAccuracy: true },
    )
  }
  return { told, locate }
}

/** The pin that somebody put, null where the landmark counts. */
export function placeOf(fields: Readonly<Record<string, string>>): Place | null {
  const { latitude, longitude } = fields
  return latitude && longitude ? { latitude: Number(latitude), longitude: Number(longitude) } : null
}

/** Null when the map knows none: the address can be typed. */
async function addressAt({ latitude, longitude }: Place): Promise<{ address: string; credit: string } | null> {
  try {
    const response = await fetch(`/places/address?latitude=${latitude}&longitude=${longitude}` satisfies Address)
    const { address, credit } = (await response.json()) as { address: string | null; credit: string }
    return address ? { address, credit } : null
  } catch {
    return null
  }
}
