import { Link } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { dispatchBoard } from '../../../domain/delivery/dispatch/dispatch-board.ts'
import { knownLandmarks } from '../../../domain/places/known-landmarks.ts'
import { requireAdmin } from '../../account/require-role.ts'
import { services_context } from '../../services.ts'
import { ActionForm } from '../../ui/action-form.tsx'
import { AnswerBoard } from '../../ui/answer-board.tsx'
import { loadAfterAnswer } from '../../ui/answer-lost-line.ts'
import { useLookAgain } from '../../ui/use-look-again.ts'
import { adminAction } from '../admin-action.server.ts'
import type { Route } from './+types/dispatch'
import { AssignedCard, WaitingCard } from './delivery-card.tsx'
import { dispatchAction } from './dispatch-action.server.ts'
import { DispatchMap } from './dispatch-map.tsx'
import { dispatchView } from './dispatch-view.server.ts'
import { RiderList } from './rider-list.tsx'
import { WaysToSee } from './ways-to-see.tsx'

export const meta: Route.MetaFunction = () => [{ title: `Dispatch - ${brand.name}` }]

export const shouldRevalidate = loadAfterAnswer

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock } = context.get(services_context)
  await requireAdmin(context, request)
  const now = clock.now()
  const [board, landmarks] = await Promise.all([dispatchBoard(db, now), knownLandmarks(db)])
  return { ...dispatchView(board, now), landmarks }
}

export const action = adminAction(dispatchAction)

export default function Dispatch({ loaderData }: Route.ComponentProps) {
  const { waiting, assigned, riders, off_duty, without_pin, ways_to_see, landmarks, marks, now_ms, as_of } = loaderData
  useLookAgain()
  const choices = { riders, off_duty, places: landmarks.map(({ name }) => name) }
  return (
    <>
      <h1 className="text-3xl font-extrabold">Dispatch</h1>
      <p className="mt-1 mb-4 text-ink-soft">
        As of {as_of}. This page keeps itself up to date; the earliest promise stands first.
      </p>
      <AnswerBoard>
        <div className="mt-4 grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
          <div className="grid min-w-0 gap-6">
            <section aria-labelledby="waiting">
              <h2 id="waiting" className="text-xl font-bold">
                Waiting for a rider ({waiting.length})
              </h2>
              {waiting.length === 0 && <p className="card mt-3 p-5 text-ink-soft">No order waits for a rider.</p>}
              <ul className="mt-3 grid gap-3">
                {waiting.map((row) => (
                  <WaitingCard key={row.delivery_id} row={row} now_ms={now_ms} choices={choices} />
                ))}
              </ul>
            </section>
            <section aria-labelledby="assigned">
              <h2 id="assigned" className="text-xl font-bold">
                With a rider ({assigned.length})
              </h2>
              {assigned.length === 0 && (
                <p className="card mt-3 p-5 text-ink-soft">No rider carries anything at the moment.</p>
              )}
              <ul className="mt-3 grid gap-3">
                {assigned.map((row) => (
                  <AssignedCard key={row.delivery_id} row={row} choices={choices} />
                ))}
              </ul>
            </section>
          </div>
          <div className="grid min-w-0 gap-6">
            <section aria-labelledby="riders">
              <h2 id="riders" className="text-xl font-bold">
                Riders on duty ({riders.filter(({ on_duty }) => on_duty).length})
              </h2>
              <RiderList riders={riders} />
            </section>
            <section aria-labelledby="map">
              <h2 id="map" className="mb-3 text-xl font-bold">
                Map
              </h2>
              <DispatchMap landmarks={landmarks} marks={marks} />
            </section>
            {ways_to_see.length > 0 && <WaysToSee ways={ways_to_see} />}
            {without_pin.length > 0 && (
              <section aria-labelledby="without-pin" className="scroll-mt-24">
                <h2 id="without-pin" className="text-xl font-bold">
                  Handed over without the PIN
                </h2>
                <p className="text-sm text-ink-soft">
                  Nobody has looked at these yet. Until then the rider cannot be paid for them. Where the food was not
                  handed over, give the money back at the order first, and let the rider bear it.
                </p>
                <ul className="mt-3 grid gap-3">
                  {without_pin.map((row) => (
                    <li key={row.delivery_id} className="card p-4">
                      <Link className="text-link underline" to={`/admin/orders/${row.order_id}` satisfies Address}>
                        Order {row.order_id}
                      </Link>{' '}
                      at {row.at} by {row.rider_name}: {row.reason}
                      {row.photo && (
                        <a className="block text-link underline" href={row.photo}>
                          Photo of order {row.order_id}
                        </a>
                      )}
                      <div className="mt-3">
                        <ActionForm
                          intent="see_hand_over"
                          subject={{ name: 'delivery_id', value: row.delivery_id }}
                          look="quiet"
                          button={`I have looked at order ${row.order_id}`}
                          busy="Saving…"
                        />
                      </div>
                    </li>
                  ))}
                </ul>
              </section>
            )}
          </div>
        </div>
      </AnswerBoard>
    </>
  )
}
