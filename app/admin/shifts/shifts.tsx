import type { ReactNode } from 'react'
import { brand } from '../../../domain/brand.ts'
import { campusDate } from '../../../domain/clock.ts'
import { week_day } from '../../../domain/delivery/shifts/shift-form.ts'
import { shiftsOfWeek } from '../../../domain/delivery/shifts/shift-lists.ts'
import { mondayOf } from '../../../domain/delivery/shifts/week.ts'
import { ActionCheckbox, ActionForm } from '../../ui/forms/action-form.tsx'
import { AnswerBoard } from '../../ui/forms/answer-board.tsx'
import { ConfirmWithReason } from '../../ui/forms/confirm-with-reason.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { type Column, DataTable } from '../../ui/lists/data-table.tsx'
import { StepLinks } from '../../ui/lists/step-links.tsx'
import { Titled } from '../../ui/titled.tsx'
import { adminAction, adminLoader } from '../admin-screen.server.ts'
import { useRequestKey } from '../use-request-key.ts'
import type { Route } from './+types/shifts'
import { shiftsAction } from './shifts-action.server.ts'
import { type ShiftRow, type WeekDay, weekView } from './shifts-view.server.ts'

export const meta: Route.MetaFunction = () => [{ title: `Shifts - ${brand.name}` }]

export const loader = adminLoader(async ({ db, now, query }) => {
  const asked = week_day.safeParse(query.get('week'))
  const monday = mondayOf(asked.data ?? campusDate(now))
  return weekView(await shiftsOfWeek(db, monday), monday, now)
})

export const action = adminAction(shiftsAction)

export default function Shifts({ loaderData }: Route.ComponentProps) {
  const { days, week, monday, previous, next, is_now, newest_id, planned, rows } = loaderData
  const of_week = <input type="hidden" name="week" value={monday} />
  return (
    <AnswerBoard>
      <h1 className="text-3xl font-extrabold">Shifts</h1>
      <p className="mt-2 max-w-2xl text-ink-soft">
        When riders are wanted on duty. They see what is offered, take it, and may hand it on. Arrival times and the
        dispatcher reckon with whoever has a shift.
      </p>
      <h2 className="mt-6 text-xl font-bold">
        {week}
        {is_now && <span className="text-base font-normal text-ink-soft"> (this week)</span>}
      </h2>
      <ol aria-label="Places taken, by day" className="mt-3 grid grid-cols-7 gap-1 text-center text-sm">
        {days.map(({ day, name, date, taken, places }) => (
          <li key={day} className="card px-0.5 py-2">
            <span className="block font-bold">{name}</span>
            <span className="hidden text-ink-soft sm:block">{date}</span>
            <span className="block">{places === 0 ? '–' : `${taken}/${places}`}</span>
          </li>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap gap-3">
        <ActionForm intent="copy" button="Copy the week before" busy="Copying…" look="quiet">
          {of_week}
        </ActionForm>
        {planned > 0 && (
          <ActionForm
            intent="publish"
            button={`Offer ${planned} planned ${planned === 1 ? 'place' : 'places'} to riders`}
            busy="Offering…"
          >
            {of_week}
          </ActionForm>
        )}
      </div>
      {rows.length === 0 ? (
        <p className="card mt-4 p-5">No shift in this week yet. Copy the week before, or plan one below.</p>
      ) : (
        <div className="mt-4">
          <DataTable caption={`Shifts, ${week}`} rows={rows} keyOf={(row) => row.id} columns={columns} />
        </div>
      )}
      <StepLinks
        previous={`/admin/shifts?week=${previous}` satisfies Address}
        next={`/admin/shifts?week=${next}` satisfies Address}
      />
      <Titled id="plan" title="Plan shifts" className="card mt-8 max-w-2xl p-5">
        <p className="mt-1 mb-4 text-ink-soft">
          The same hours on each day that you tick. Riders see them once offered.
        </p>
        <PlanForm key={monday} days={days} newest_id={newest_id}>
          {of_week}
        </PlanForm>
      </Titled>
    </AnswerBoard>
  )
}

/** Keeps what was typed until it is planned, whatever others plan meanwhile. */
function PlanForm(props: { days: readonly WeekDay[]; newest_id: number; children: ReactNode }) {
  const { key, renew } = useRequestKey(String(props.newest_id))
  return (
    <ActionForm key={key} intent="plan" button="Plan" busy="Planning…" noValidate onDone={renew}>
      {props.children}
      <input type="hidden" name="newest_seen" value={key} />
      <fieldset>
        <legend className="font-semibold">Days</legend>
        <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-4">
          {props.days.map(({ day, name, date }, index) => (
            <ActionCheckbox key={day} name={`day_${index}`}>
              {name} {date}
            </ActionCheckbox>
          ))}
        </div>
      </fieldset>
      <div className="grid gap-3 sm:grid-cols-3">
        <Field name="from" label="From" type="time" required />
        <Field name="until" label="Until" type="time" required hint="Past midnight: an earlier time." />
        <Field name="places" label="Riders wanted" inputMode="numeric" autoComplete="off" required />
      </div>
    </ActionForm>
  )
}

const columns: readonly Column<ShiftRow>[] = [
  { name: 'Day', names_row: true, className: 'font-bold', cell: (row) => row.day },
  { name: 'Hours', cell: (row) => row.hours },
  { name: 'Taken', cell: (row) => row.places },
  { name: 'State', cell: (row) => row.state },
  { name: 'Riders', cell: (row) => <Riders row={row} /> },
  { name: 'Call off', quiet: true, cell: (row) => <CallOff row={row} /> },
]

function Riders({ row }: { row: ShiftRow }) {
  if (row.riders.length === 0) return 'Nobody yet'
  return (
    <ul>
      {row.riders.map(({ name, said, phone }) => (
        <li key={name}>
          {name}
          {said && <span className="text-sm text-ink-soft">, {said}</span>}
          {said === 'has not come' && phone && <span className="block text-sm">{phone}</span>}
        </li>
      ))}
    </ul>
  )
}

function CallOff({ row }: { row: ShiftRow }) {
  if (!row.can_call_off) return null
  return (
    <ConfirmWithReason
      intent="call_off"
      subject={{ name: 'shift_id', value: row.id }}
      ask="Call off…"
      what={`Nobody is wanted any more on ${row.day}, ${row.hours}. Whoever has a place is told, with your reason.`}
      button="Call the shift off"
      busy="Calling off…"
      reason={{ label: 'Why?', hint: 'The riders read it.' }}
    />
  )
}
