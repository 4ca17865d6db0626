import { useEffectEvent, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { LostLineNotice } from '../../ui/forms/lost-line-notice.tsx'
import type { Place } from '../../ui/map/map-frame.ts'
import type { CornerName } from '../map/draw-beneath.ts'
import { useDrawn } from '../use-drawn.ts'
import type { CampusView } from './campus-view.server.ts'
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
  const navigate = useNavigate()
  const to = useChosenAddress()
  const choose = useEffectEvent((choice: Choice) => void navigate(to(choice), { preventScrollReset: true }))
  const movePin = useEffectEvent(onMovePin)
  const moveCorner = useEffectEvent((name: CornerName, point: Place) => {
    if (plan) onPlacePlan({ north_west: plan.north_west, south_east: plan.south_east, [name]: point })
  })

  const drawing = useMemo(
    () => ({
      places,
      ways,
      centre,
      pin,
      place_id: chosen.place_id,
      way_id: chosen.way_id,
      plan,
      is_placed: chosen.plan,
    }),
    [places, ways, centre, pin, chosen, plan],
  )
  const { box, state } = useDrawn(
    async (into) => (await import('./draw-campus.ts')).drawCampus(into, tile_address, { choose, movePin, moveCorner }),
    tile_address,
    drawing,
  )

  return (
    <div>
      <section
        ref={box}
        aria-label={`Map of the campus: ${places.length} places, ${ways.length} ways. The tables below have the same.`}
        className="campus-map"
      >
        {state === 'waiting' && (
          <p className="p-5 text-ink-soft">
            The map appears here once it is loaded. Everything on it stands in the tables below, and works without it.
          </p>
        )}
      </section>
      {state === 'lost' && <LostLineNotice what="The map could not be loaded; the tables below have the same." />}
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
