import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { DeliveryPlace } from '../../../domain/places/delivery-places.ts'
import { placeNamedIn } from '../../../domain/places/place-named-in.ts'
import { buttonClass } from '../../ui/button.tsx'
import type { Place } from '../../ui/map/map-frame.ts'
import { Coming } from '../place/coming.tsx'
import { keepPlace, useKnownPlace } from '../place/known-place.ts'
import { useReach } from '../place/use-reach.ts'
import { PlaceList } from './place-list.tsx'
import type { PlaceMap } from './place-map.tsx'
import { useAddressFromPosition } from './use-address-from-position.ts'
import type { AddressDesk } from './use-checkout-form.ts'

/**
 * What helps to say where: a list while somebody types, the phone's position, the last place of this phone, and a map,
 * which is fetched when it is asked for.
 */
export function PlaceHelp(props: {
  places: readonly DeliveryPlace[]
  desk: AddressDesk
  /** Where the list hangs. */
  list: RefObject<HTMLElement | null>
  found: Place | undefined
}) {
  const { places, desk, list, found } = props
  const names = places.map(({ name }) => name)
  const last = useKnownPlace()
  const [address, setAddress] = useState(() => desk.addressField()?.value ?? '')
  // What is told is told of where it would be brought: what the address names, and before it is typed the last place.
  const here = placeMeant(address, places, desk.kept.current['place']) ?? (address.trim() === '' ? last : null)
  const { reach } = useReach(here)
  const credit = useAddressFromPosition((position, address) => {
    desk.position.current = position
    const field = desk.addressField()
    if (field?.value.trim() !== '' || !address) return
    field.value = address
    desk.kept.current['machine_address'] = address
    desk.changed()
    setAddress(address)
  })
  const [map, setMap] = useState<{ Map: typeof PlaceMap } | 'lost' | null>(null)

  const openMap = useEffectEvent(() => {
    import('./place-map.tsx').then(
      ({ PlaceMap }) => setMap({ Map: PlaceMap }),
      () => setMap('lost'),
    )
  })
  useEffect(() => {
    if (found) openMap()
  }, [found])

  const look = useEffectEvent(() => {
    const address = desk.addressField()?.value ?? ''
    setAddress(address)
    const place = placeMeant(address, places, desk.kept.current['place'])
    if (place) keepPlace({ id: place.id, name: place.name })
  })
  useEffect(() => {
    const form = desk.addressField()?.form
    const gone = new AbortController()
    for (const kind of ['input', 'change', 'submit']) form?.addEventListener(kind, look, gone)
    // What was typed while this help came.
    look()
    return () => gone.abort()
  }, [desk])

  return (
    <>
      <Coming reach={reach} within="form" />
      <PlaceList field={desk.addressField} names={names} list={list} onChoose={desk.choose} />
      <p className="flex flex-wrap items-center gap-2">
        {last && names.includes(last.name) && !address.includes(last.name) && (
          <button type="button" className="chip" onClick={() => desk.choose({ name: last.name })}>
            Last time: {last.name}
          </button>
        )}
        <button
          type="button"
          className={buttonClass('quiet')}
          aria-expanded={map !== null}
          onClick={() => (map ? setMap(null) : openMap())}
        >
          {map ? 'Close the map' : 'Show it on a map'}
        </button>
        {credit}
      </p>
      {map === 'lost' && <p role="status">The map could not be loaded. Please type the place, or choose one above.</p>}
      {map && map !== 'lost' && <map.Map found={found ?? null} onChoose={desk.choose} />}
    </>
  )
}

/** The place that an address means, as the server reads it: the one that was chosen, while the address names it. */
function placeMeant(address: string, places: readonly DeliveryPlace[], chosen: string | undefined) {
  const taken = places.filter(({ name }) => name === chosen)
  return placeNamedIn(address, taken) ?? placeNamedIn(address, places)
}
