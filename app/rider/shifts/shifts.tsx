import type { ReactNode } from 'react'
import { brand } from '../../../domain/brand.ts'
import { formatCampusDateTime } from '../../../domain/clock.ts'
import { riderShifts } from '../../../domain/delivery/shifts/shift-lists.ts'
import { requireRider } from '../../account/require-role.ts'
import { services_context } from '../../services.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { AnswerBoard } from '../../ui/forms/answer-board.tsx'
import { loadAfterAnswer } from '../../ui/forms/answer-lost-line.ts'
import { Titled } from '../../ui/titled.tsx'
import { AsOf } from '../as-of.tsx'
import { riderLoader } from '../rider-screen.server.ts'
import type { Route } from './+types/shifts'
import { shiftsAction } from './shifts-action.server.ts'
import { riderShiftsView } from './shifts-view.server.ts'

export const meta: Route.MetaFunction = () => [{ title: `Shifts - ${brand.name}` }]

export const loader = riderLoader(async ({ actor, db, now }) => {
  return { as_of: formatCampusDateTime(now), ...riderShiftsView(await riderShifts(db, actor.user_id, now), now) }
})

export async function action({ context, request }: Route.ActionArgs) {
  const actor = await requireRider(context, request)
  return shiftsAction(context.get(services_context), actor, request)
}

export const shouldRevalidate = loadAfterAnswer

export default function RiderShifts({ loaderData: { as_of, own, open, offered } }: Route.ComponentProps) {
  return (
    <div className="mx-auto grid max-w-2xl gap-5">
      <h1 className="text-3xl font-extrabold">Shifts</h1>
      <AsOf at={as_of} />
      <AnswerBoard passing>
        <Part title="Yours" none="You have no shift. Take one below; without one you can go on duty all the same.">
          {own.map(({ place_id, day, hours, is_offered, is_now, give_up_until }) => (
            <Shift key={place_id} day={day} hours={hours}>
              <p className="text-ink-soft">
                {is_offered
                  ? 'Offered to the others. It is yours until somebody takes it.'
                  : is_now
                    ? 'It is now: go on duty.'
                    : give_up_until
                      ? `You can give it up until ${give_up_until}.`
                      : 'Too late to give it up. You can offer it to the others.'}
              </p>
              <div className="mt-3 flex flex-wrap gap-2">
                {is_offered ? (
                  <Press intent="keep" id={place_id} button="Keep it" />
                ) : (
                  <Press intent="offer_on" id={place_id} button="Offer to others" />
                )}
                {give_up_until && <Press intent="give_up" id={place_id} button="Give it up" />}
              </div>
            </Shift>
          ))}
        </Part>
        <Part title="Open" none="Nothing to take right now. You are told when there is.">
          {open.map(({ shift_id, day, hours, places }) => (
            <Shift key={shift_id} day={day} hours={hours}>
              <p className="text-ink-soft">{places === 1 ? 'One place' : `${places} places`}</p>
              <div className="mt-3">
                <Press intent="take" id={shift_id} button="Take it" look="primary" />
              </div>
            </Shift>
          ))}
        </Part>
        {offered.length > 0 && (
          <Part title="From other riders" none="">
            {offered.map(({ place_id, day, hours, from }) => (
              <Shift key={place_id} day={day} hours={hours}>
                <p className="text-ink-soft">{from} offers it.</p>
                <div className="mt-3">
                  <Press intent="take_over" id={place_id} button="Take it over" look="primary" />
                </div>
              </Shift>
            ))}
          </Part>
        )}
      </AnswerBoard>
    </div>
  )
}

function Part({ title, none, children }: { title: string; none: string; children: readonly ReactNode[] }) {
  const id = title.toLowerCase().replaceAll(' ', '-')
  return (
    <Titled id={id} title={title}>
      {children.length === 0 ? (
        <p className="card mt-3 p-5 text-ink-soft">{none}</p>
      ) : (
        <ul className="mt-3 grid gap-3">{children}</ul>
      )}
    </Titled>
  )
}

function Shift({ day, hours, children }: { day: string; hours: string; children: ReactNode }) {
  return (
    <li className="card p-5">
      <h3 className="text-lg font-bold">
        {day}, <span className="money">{hours}</span>
      </h3>
      {children}
    </li>
  )
}

function Press(props: { intent: string; id: number; button: string; look?: 'primary' | 'quiet' }) {
  const { intent, id, button, look = 'quiet' } = props
  return (
    <ActionForm intent={intent} subject={{ name: 'id', value: id }} button={button} busy="One moment…" look={look} />
  )
}
