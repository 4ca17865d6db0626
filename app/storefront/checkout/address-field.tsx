import { useEffect, useRef, useState } from 'react'
import type { DeliveryPlace } from '../../../domain/places/delivery-places.ts'
import { Field } from '../../ui/forms/field.tsx'
import type { Place } from '../../ui/map/map-frame.ts'
import type { PlaceHelp } from './place-help.tsx'
import type { AddressDesk } from './use-checkout-form.ts'

/**
 * The address, with what works at once: the browser's own list of places, and landmarks as buttons. Better help comes
 * after the page (`PlaceHelp`); where it cannot be fetched, all of this works without it.
 */
export function AddressField(props: {
  places: readonly DeliveryPlace[]
  desk: AddressDesk
  onLandmark(name: string): void
  /** Where the map found what was typed: to be looked at. */
  found: Place | undefined
}) {
  const { places, desk, onLandmark, found } = props
  const list = useRef<HTMLDivElement>(null)
  const [Help, setHelp] = useState<typeof PlaceHelp>()
  useEffect(() => {
    import('./place-help.tsx').then(
      ({ PlaceHelp }) => setHelp(() => PlaceHelp),
      () => {},
    )
  }, [])
  return (
    <div>
      <Field
        name="address"
        label="Address"
        required
        list="places"
        autoComplete="address-line1"
        placeholder="Hall, then the room"
        below={<div ref={list} className="relative" />}
        hint={
          <div className="flex flex-wrap items-center gap-2 noscript:hidden">
            <span>Near</span>
            {places.map(
              ({ id, name, landmark }) =>
                landmark && (
                  <button key={id} type="button" className="chip" onClick={() => onLandmark(name)}>
                    {name}
                  </button>
                ),
            )}
            <datalist id="places">
              {places.map(({ id, name }) => (
                <option key={id} value={name} />
              ))}
            </datalist>
          </div>
        }
      />
      <div className="mt-2 min-h-11 text-sm text-ink-soft">
        {Help && <Help places={places} desk={desk} list={list} found={found} />}
      </div>
    </div>
  )
}
