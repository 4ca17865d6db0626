import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { LostLineNotice } from '../../ui/lost-line-notice.tsx'
import type { Place } from '../../ui/map-frame.ts'
import type { CampusView } from './campus-view.server.ts'
import type { CornerName } from './draw-beneath.ts'
import type { Drawn } from './draw-campus.ts'
import type { Pinned } from './panel-frame.tsx'
import type { Planned } from './plan-panel.tsx'
import { type Choice, useChosenAddress } from './use-chosen.ts'

type DrawnCampusProps = { campus: CampusView } & Pinned & Planned

/**
 * The campus on a map. Its library is fetched with this page only, and from us; all that the map can do is done in the
 * tables and forms too, so that nobody needs it.
 */
export function DrawnCampus({ campus, pin, onMovePin, plan, onPlacePlan }: DrawnCampusProps) {
  const { places, ways, chosen, centre, tiles } = campus
  const tile_address = tiles?.address ?? null
  const box = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<Drawn | 'waiting' | 'lost'>('waiting')
  const navigate = useNavigate()
  const to = useChosenAddress()
  const choose = useEffectEvent((choice: Choice) => void navigate(to(choice), { preventScrollReset: true }))
  const movePin = useEffectEvent(onMovePin)
  const moveCorner = useEffectEvent((name: CornerName, point: Place) => {
    if (plan) onPlacePlan({ north_west: plan.north_west, south_east: plan.south_east, [name]: point })
  })

  useEffect(() => {
    let left = false
    let map: Drawn | undefined
    import('./draw-campus.ts').then(
      ({ drawCampus }) => {
        if (left || !box.current) return
        map = drawCampus(box.current, tile_address, { choose, movePin, moveCorner })
        setDrawn(map)
      },
      () => setDrawn('lost'),
    )
    return () => {
      left = true
      map?.remove()
    }
  }, [tile_address])
  useEffect(() => {
    if (typeof drawn === 'string') return
    const { place_id, way_id, plan: is_placed } = chosen
    drawn.show({ places, ways, centre, pin, place_id, way_id, plan, is_placed })
  }, [drawn, places, ways, centre, pin, chosen, plan])

  return (
    <div>
      <section
        ref={box}
        aria-label={`Map of the campus: ${places.length} places, ${ways.length} ways. The tables below have the same.`}
        className="campus-map"
      >
        {drawn === 'waiting' && (
          <p className="p-5 text-ink-soft">
            The map appears here once it is loaded. Everything on it stands in the tables below, and works without it.
          </p>
        )}
      </section>
      {drawn === 'lost' && <LostLineNotice what="The map could not be loaded; the tables below have the same." />}
      {tiles && <p className="mt-1 text-right text-xs text-ink-soft">Streets: {tiles.attribution}</p>}
      <ul aria-label="What the map shows" className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-soft">
        {[...new Map(places.map(({ kind, kind_name }) => [kind, kind_name]))].map(([kind, name]) => (
          <li key={kind} className="flex items-center gap-2">
            <span aria-hidden="true" className={`campus-dot ${kind}`} />
            {name}
          </li>
        ))}
        {ways.length > 0 && (
          <>
            <li className="flex items-center gap-2">
              <WaySample look="ridable" /> ridable
            </li>
            <li className="flex items-center gap-2">
              <WaySample look="" /> on foot only
            </li>
            <li className="flex items-center gap-2">
              <WaySample look="shut" /> closed at {campus.at}
            </li>
          </>
        )}
      </ul>
    </div>
  )
}

function WaySample({ look }: { look: string }) {
  return (
    <svg aria-hidden="true" width="32" height="8" className={`campus-way ${look}`}>
      <path d="M2 4h28" />
    </svg>
  )
}
