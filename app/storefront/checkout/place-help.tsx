import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { DeliveryPlace } from '../../../domain/places/delivery-places.ts'
import { buttonClass } from '../../ui/button.tsx'
import type { Place } from '../../ui/map-frame.ts'
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
  const reach = useReach(last)
  const credit = useAddressFromPosition((position, address) => {
    desk.position.current = position
    const field = desk.addressField()
    if (field?.value.trim() !== '' || !address) return
    field.value = address
    desk.kept.current['machine_address'] = address
    desk.changed()
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

  // The place that an order went to is the last one, however it came into the address.
  const keepNamed = useEffectEvent(() => {
    const address = desk.addressField()?.value ?? ''
    const named = places
      .filter(({ name }) => address.includes(name))
      .sort((one, other) => nameLength(other) - nameLength(one))
    if (named[0]) keepPlace({ id: named[0].id, name: named[0].name })
  })
  useEffect(() => {
    const form = desk.addressField()?.form
    form?.addEventListener('submit', keepNamed)
    return () => form?.removeEventListener('submit', keepNamed)
  }, [desk])

  return (
    <>
      <Coming reach={reach} />
      <PlaceList field={desk.addressField} names={names} list={list} onChoose={desk.choose} />
      <p className="flex flex-wrap items-center gap-2">
        {last && names.includes(last.name) && (
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

const nameLength = ({ name }: DeliveryPlace) => name.length
