import { useEffect, useState } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { CampusMap } from '../../ui/map/campus-map.tsx'
import type { CampusMapData } from '../../ui/map/campus-map-data.ts'
import { describePlace, mapFrame, nearestTo, type Place } from '../../ui/map/map-frame.ts'
import type { ChosenPlace } from './use-checkout-form.ts'

/** Who is this near to a place is there, as the server sees it (domain/places/campus-graph.ts). */
const NEAR_METRES = 400
/** Half of what is left and right of the pin when somebody looks closer. */
const CLOSER_METRES = 100

/** A map of the campus on which a pin says where the rider is to come. */
export function PlaceMap(props: {
  /** Where the map service found what was typed. */
  found: Place | null
  onChoose(place: ChosenPlace): void
}) {
  const { found, onChoose } = props
  const [campus, setCampus] = useState<CampusMapData | 'lost' | null>(null)
  const [moved, setMoved] = useState<{ from: Place | null; pin: Place } | null>(null)
  const [closer, setCloser] = useState<readonly Place[] | null>(null)

  useEffect(() => {
    const left = new AbortController()
    fetch('/places/map' satisfies Address, { signal: left.signal })
      .then(async (response) => setCampus(response.ok ? ((await response.json()) as CampusMapData) : 'lost'))
      .catch(() => left.signal.aborted || setCampus('lost'))
    return () => left.abort()
  }, [])

  if (campus === 'lost') return <p role="status">The map could not be loaded. Please type the place instead.</p>
  if (!campus) return <p role="status">The map is on its way…</p>
  const places = [...campus.places].sort((one, other) => Number(other.landmark) - Number(one.landmark))
  // What was found later takes the pin with it.
  const pin = moved && moved.from === found ? moved.pin : found
  const near = pin ? nearestTo(pin, places) : undefined
  const is_there = near !== undefined && near.metres <= NEAR_METRES
  const put = (point: Place) => {
    setMoved({ from: found, pin: point })
    const nearest = nearestTo(point, places)
    if (nearest && nearest.metres <= NEAR_METRES) onChoose({ name: nearest.name, point })
  }
  const around = (point: Place) => {
    const { moved } = mapFrame([point])
    return [moved(point, -CLOSER_METRES, -CLOSER_METRES), moved(point, CLOSER_METRES, CLOSER_METRES)]
  }
  return (
    <div className="mt-3">
      <CampusMap landmarks={places} ways={campus.ways} pin={pin} within={closer} onMove={put}>
        {!pin || !near
          ? 'Tap where you are. The rider comes to the pin.'
          : is_there
            ? `The pin is ${describePlace(pin, places)}. The rider comes to it.`
            : `We do not deliver here: the pin is ${describePlace(pin, places)}.`}
      </CampusMap>
      <p className="mt-2 flex flex-wrap gap-2">
        {pin && (
          <button
            type="button"
            className={buttonClass('quiet')}
            aria-pressed={closer !== null}
            onClick={() => setCloser(closer ? null : around(pin))}
          >
            Look closer
          </button>
        )}
        {pin && near && !is_there && (
          <button type="button" className={buttonClass('quiet')} onClick={() => put(near)}>
            Take {near.name}
          </button>
        )}
      </p>
    </div>
  )
}
