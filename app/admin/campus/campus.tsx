import { useState } from 'react'
import { Form, Link, redirectDocument } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import type { PlanCorners } from '../../../domain/places/campus-plan.ts'
import { mayShowImagesFrom, withImagesFrom } from '../../page/images-from.ts'
import type { PageHandle } from '../../page/page-handle.ts'
import { LARGEST_PICTURE_BYTES, readForm } from '../../request/read-form.ts'
import { buttonClass } from '../../ui/button.tsx'
import { AnswerBoard } from '../../ui/forms/answer-board.tsx'
import type { Place } from '../../ui/map/map-frame.ts'
import { Titled } from '../../ui/titled.tsx'
import { adminAction, adminLoader } from '../admin-screen.server.ts'
import campus_style from '../map/campus-map.css?url'
import type { Route } from './+types/campus'
import { campusAction } from './campus-action.server.ts'
import { PlaceTable, RetiredPlaces, RetiredWays, WayTable } from './campus-tables.tsx'
import { campusView } from './campus-view.server.ts'
import { ChosenPanel } from './chosen-panel.tsx'
import { DrawnCampus } from './drawn-campus.tsx'
import { FilePanel } from './file-panel.tsx'
import { ToMend } from './to-mend.tsx'
import { useChosenAddress } from './use-chosen.ts'

export const handle: PageHandle = { files: true }

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: campus_style }]

export const meta: Route.MetaFunction = () => [{ title: `Campus - ${brand.name}` }]

export const loader = adminLoader(async ({ db, now, query }) => {
  const view = await campusView({ db, now }, query)
  return withImagesFrom(view, view.tiles?.origin)
})

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

/** A document that was loaded for another page may not show the tiles of this one, so this one is loaded anew. */
export async function clientLoader({ serverLoader, request }: Route.ClientLoaderArgs) {
  const view = await serverLoader()
  return mayShowImagesFrom(view.tiles?.origin) ? view : redirectDocument(request.url)
}

export const action = adminAction(campusAction, (request) => readForm(request, LARGEST_PICTURE_BYTES), {
  said: 'This file is larger than 15 MB.',
})

export default function Campus({ loaderData: campus }: Route.ComponentProps) {
  const { places, ways, retired, retired_ways, chosen, centre } = campus
  const place = [...places, ...retired].find(({ id }) => id === chosen.place_id)
  const adding_at = chosen.adding === 'place' ? (chosen.point ?? centre) : null
  const stored = place ?? adding_at
  const [pin, movePin] = useMoved<Place | null>(stored, JSON.stringify([chosen, place?.version]))
  const { laid, version } = campus.plan
  const [corners, placePlan] = useMoved<PlanCorners | null>(laid, JSON.stringify([chosen.plan, version]))
  const pinned = { pin, onMovePin: movePin }
  const planned = { plan: laid && { ...laid, ...corners }, onPlacePlan: placePlan }
  const to = useChosenAddress()
  return (
    <AnswerBoard passing>
      <h1 className="text-3xl font-extrabold">Campus</h1>
      <p className="mt-2 max-w-2xl text-ink-soft">
        The places that food is brought to, and the ways between them. Arrival times, and how far a kitchen delivers,
        are measured along them from the next order on.
      </p>
      {places.length === 0 && (
        <Titled id="empty" title="This campus has no places yet" className="card mt-5 p-6">
          <p className="mt-2 max-w-2xl">
            Customers can order once there is a place to bring food to. Begin with a gate or a hostel that everybody
            knows, or import a file if somebody has drawn the campus already. What you add can be moved and renamed
            later.
          </p>
          <p className="mt-4 flex flex-wrap gap-2">
            <Link to={to({ new: 'place' })} className={buttonClass('brand')}>
              Add the first place
            </Link>
            <a href="#file" className={buttonClass('quiet')}>
              Import a file
            </a>
          </p>
        </Titled>
      )}
      <div className="mt-5 grid items-start gap-5 xl:grid-cols-[3fr_2fr]">
        <div className="min-w-0">
          {ways.length > 0 && <HourForm at={campus.at} chosen={chosen} />}
          <DrawnCampus campus={campus} {...pinned} {...planned} />
        </div>
        <ChosenPanel campus={campus} {...pinned} {...planned} />
      </div>
      {places.length > 0 && <ToMend campus={campus} />}
      {places.length > 0 && <PlaceTable places={places} />}
      {places.length > 1 && <WayTable ways={ways} at={campus.at} />}
      {retired_ways.length > 0 && <RetiredWays ways={retired_ways} />}
      {retired.length > 0 && <RetiredPlaces places={retired} />}
      <FilePanel open={places.length === 0} />
    </AnswerBoard>
  )
}

/** Where something is that can be moved before it is saved: what was moved belongs to what it was `of` then. */
function useMoved<Where>(stored: Where, of: string): [Where, (where: Where) => void] {
  const [moved, setMoved] = useState<{ of: string; where: Where } | null>(null)
  return [moved?.of === of ? moved.where : stored, (where) => setMoved({ of, where })]
}

type Chosen = Route.ComponentProps['loaderData']['chosen']

/** The hour of the day at which the map shows which ways are open. */
function HourForm({ at, chosen }: { at: string; chosen: Chosen }) {
  const { place_id, way_id, plan } = chosen
  return (
    <Form className="mb-3 flex flex-wrap items-end gap-3">
      {place_id !== null && <input type="hidden" name="place" value={place_id} />}
      {way_id !== null && <input type="hidden" name="way" value={way_id} />}
      {plan && <input type="hidden" name="show" value="plan" />}
      <label>
        <span className="text-sm font-semibold">Ways as they are at</span>
        <input
          key={at}
          type="time"
          name="at"
          required
          defaultValue={at}
          className="mt-1 block h-12 rounded-control border border-edge bg-surface px-3"
        />
      </label>
      <button type="submit" className={buttonClass('quiet')}>
        Show
      </button>
    </Form>
  )
}
