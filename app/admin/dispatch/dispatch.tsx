import { useRef } from 'react'
import { brand } from '../../../domain/brand.ts'
import { dispatchBoard } from '../../../domain/delivery/dispatch/dispatch-board.ts'
import { CAMPUS_PLAN } from '../../../domain/places/campus-plan.ts'
import { readSetting } from '../../../domain/settings/read-setting.ts'
import { AnswerBoard } from '../../ui/forms/answer-board.tsx'
import { loadAfterAnswer } from '../../ui/forms/answer-lost-line.ts'
import { useLookAgain } from '../../ui/live/use-look-again.ts'
import { adminAction, adminLoader } from '../admin-screen.server.ts'
import map_style from '../map/campus-map.css?url'
import type { Route } from './+types/dispatch'
import board_style from './board.css?url'
import { BoardFilter } from './board-filter.tsx'
import { narrowedIn } from './board-map.server.ts'
import { dispatchAction } from './dispatch-action.server.ts'
import { dispatchView } from './dispatch-view.server.ts'
import { DrawnBoard } from './drawn-board.tsx'
import { FullScreen } from './full-screen.tsx'
import { OrderLists } from './order-lists.tsx'
import { RiderList } from './rider-list.tsx'
import { useDrop } from './use-drop.tsx'
import { WaysToSee } from './ways-to-see.tsx'
import { WithoutPin } from './without-pin.tsx'

export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: map_style },
  { rel: 'stylesheet', href: board_style },
]

export const meta: Route.MetaFunction = () => [{ title: `Dispatch - ${brand.name}` }]

export const shouldRevalidate = loadAfterAnswer

export const loader = adminLoader(async ({ db, now, query }) => {
  const [board, plan] = await Promise.all([dispatchBoard(db, now), readSetting(db, CAMPUS_PLAN)])
  const narrowed = narrowedIn(query)
  return { ...dispatchView(board, now, narrowed), plan: plan.picture === null ? null : plan }
})

export const action = adminAction(dispatchAction)

export default function Dispatch({ loaderData }: Route.ComponentProps) {
  const { at_kitchen, waiting, assigned, riders, off_duty, without_pin, ways_to_see, map, plan } = loaderData
  const { now_ms, as_of, not_shown } = loaderData
  useLookAgain()
  const board = useRef<HTMLDivElement>(null)
  const { onDrop, answers } = useDrop(riders)
  const landmarks = map.places.filter(({ landmark }) => landmark).map(({ name }) => name)
  return (
    <div ref={board} className="dispatch-full">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h1 className="text-3xl font-extrabold">Dispatch</h1>
        <FullScreen board={board} />
      </div>
      <p className="mt-1 mb-3 text-ink-soft">
        As of {as_of}. This page keeps itself up to date; the earliest promise stands first.
        {not_shown > 0 && ` ${not_shown} more open deliveries are not shown: those that were promised last.`}
      </p>
      <AnswerBoard>
        <div className="mt-4">
          <BoardFilter map={map} />
        </div>
        {answers}
        <div className="dispatch-board mt-4">
          <DrawnBoard map={map} plan={plan} onDrop={onDrop} />
          <OrderLists
            at_kitchen={at_kitchen}
            waiting={waiting}
            assigned={assigned}
            now_ms={now_ms}
            choices={{ riders, off_duty, places: landmarks }}
            narrowed={map.narrowed}
            is_filtered={map.is_filtered}
            onDrop={onDrop}
          />
          <section aria-labelledby="riders" className="dispatch-riders">
            <h2 id="riders" className="text-xl font-bold">
              Riders on duty ({riders.filter(({ on_duty }) => on_duty).length})
            </h2>
            <RiderList riders={riders} chosen={map.narrowed.rider} />
          </section>
        </div>
        <div className="mt-6 grid items-start gap-6 xl:grid-cols-2">
          {ways_to_see.length > 0 && <WaysToSee ways={ways_to_see} />}
          {without_pin.length > 0 && <WithoutPin rows={without_pin} />}
        </div>
      </AnswerBoard>
    </div>
  )
}
