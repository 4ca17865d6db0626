import { Link } from 'react-router'
import { buttonClass } from '../../ui/button.tsx'
import type { CampusView } from './campus-view.server.ts'
import { PanelFrame, type Pinned } from './panel-frame.tsx'
import { NewPlace, PlacePanel } from './place-panel.tsx'
import { type Planned, PlanPanel } from './plan-panel.tsx'
import { useChosenAddress } from './use-chosen.ts'
import { NewWay, WayPanel } from './way-panel.tsx'

/** What is chosen on the map or in the tables, with its forms; without anything chosen, what can be done. */
export function ChosenPanel({ campus, plan, onPlacePlan, ...pinned }: { campus: CampusView } & Pinned & Planned) {
  const { places, retired, ways, retired_ways, chosen } = campus
  const { place_id, way_id, adding } = chosen
  const place = [...places, ...retired].find(({ id }) => id === place_id)
  const way = [...ways, ...retired_ways].find(({ id }) => id === way_id)
  if (place) return <PlacePanel key={`${place.id} ${place.version}`} place={place} campus={campus} {...pinned} />
  if (way) return <WayPanel key={`${way.id} ${way.version}`} way={way} />
  if (adding === 'place') return <NewPlace key={JSON.stringify(chosen.point)} campus={campus} {...pinned} />
  if (adding === 'way') return <NewWay campus={campus} />
  if (chosen.plan) return <PlanPanel key={campus.plan.version} {...{ campus, plan, onPlacePlan }} />
  return <NothingChosen campus={campus} gone={place_id !== null || way_id !== null} />
}

function NothingChosen({ campus, gone }: { campus: CampusView; gone: boolean }) {
  const to = useChosenAddress()
  return (
    <PanelFrame heading="Change the campus">
      <p className="text-ink-soft">
        {gone && 'What you were looking for is not on the campus, or was retired. '}
        Tap a place or a way on the map, or choose it in the tables below. Tap an empty spot of the map to add a place
        there.
      </p>
      <p className="mt-4 flex flex-wrap gap-2">
        <Link to={to({ new: 'place' })} preventScrollReset className={buttonClass('quiet')}>
          Add a place
        </Link>
        {campus.places.length > 1 && (
          <Link to={to({ new: 'way' })} preventScrollReset className={buttonClass('quiet')}>
            Add a way
          </Link>
        )}
        <Link to={to({ show: 'plan' })} preventScrollReset className={buttonClass('quiet')}>
          {campus.plan.laid ? 'Change the plan beneath' : 'Lay a plan beneath'}
        </Link>
      </p>
    </PanelFrame>
  )
}
