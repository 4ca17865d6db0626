import { Link } from 'react-router'
import { buttonClass } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/lists/data-table.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { Titled } from '../../ui/titled.tsx'
import type { PlaceView, WayView } from './campus-view.server.ts'
import { type Choice, useChosenAddress } from './use-chosen.ts'

/** All places, each with the way to its form. */
export function PlaceTable({ places }: { places: readonly PlaceView[] }) {
  const columns: readonly Column<PlaceView>[] = [
    { name: 'Place', names_row: true, cell: (place) => place.name },
    { name: 'What it is', cell: (place) => place.kind_name },
    { name: 'Offered as', cell: offeredAs },
    {
      name: 'State',
      cell: (place) => (
        <span className="flex flex-wrap gap-1">
          {place.is_closed && <StatusChip status="Closed" />}
          <StatusChip status={place.verified ? 'Verified' : 'Not verified'} />
        </span>
      ),
    },
    { name: 'Where', className: 'money text-sm', cell: ({ latitude, longitude }) => `${latitude}, ${longitude}` },
    { name: 'Edit', quiet: true, cell: ({ id, name }) => <Edit choice={{ place: id }} name={name} /> },
  ]
  return (
    <section aria-labelledby="places" className="mt-8">
      <TableHead id="places" heading="Places" add="Add a place" choice={{ new: 'place' }} />
      <DataTable
        caption="Places of the campus, in the order of lists"
        rows={places}
        keyOf={({ id }) => id}
        columns={columns}
      />
    </section>
  )
}

function offeredAs({ landmark, meeting_point }: PlaceView): string {
  const names = [...(landmark ? ['Landmark'] : []), ...(meeting_point ? ['Meeting point'] : [])]
  return names.join(', ') || '–'
}

/** All ways, each with the way to its form. */
export function WayTable({ ways, at }: { ways: readonly WayView[]; at: string }) {
  const columns: readonly Column<WayView>[] = [
    { name: 'Way', names_row: true, cell: (way) => way.name },
    { name: 'On foot', className: 'money', cell: (way) => `${way.walk_minutes} min` },
    {
      name: 'Riding',
      className: 'money',
      cell: (way) => (way.ride_minutes === null ? 'on foot only' : `${way.ride_minutes} min`),
    },
    {
      name: 'Closed',
      cell: (way) => (
        <>
          {way.closed_from ? `${way.closed_from} to ${way.closed_until}` : 'never'}
          {!way.is_open && (
            <span className="block text-sm font-semibold text-warn">
              {way.is_closed ? 'closed for now' : `closed at ${at}`}
            </span>
          )}
        </>
      ),
    },
    { name: 'Edit', quiet: true, cell: ({ id, name }) => <Edit choice={{ way: id }} name={`the way ${name}`} /> },
  ]
  return (
    <section aria-labelledby="ways" className="mt-8">
      <TableHead id="ways" heading="Ways" add="Add a way" choice={{ new: 'way' }} />
      {ways.length === 0 ? (
        <p className="card p-5">No ways yet: nothing can be brought from one place to another. Add the first one.</p>
      ) : (
        <DataTable caption="Ways between places" rows={ways} keyOf={({ id }) => id} columns={columns} />
      )}
    </section>
  )
}

/** Places that are in no list any more, to be brought back. */
export function RetiredPlaces({ places }: { places: readonly PlaceView[] }) {
  const rows = places.map(({ id, name, kind_name }) => ({ name, about: kind_name, choice: { place: id } }))
  return <Retired id="retired" title="Retired places" rows={rows} />
}

/** The same of ways. */
export function RetiredWays({ ways }: { ways: readonly WayView[] }) {
  const rows = ways.map(({ id, name, walk_minutes }) => ({
    ...{ name, about: `${walk_minutes} min on foot` },
    choice: { way: id },
  }))
  return <Retired id="retired-ways" title="Retired ways" rows={rows} />
}

function Retired(props: { id: string; title: string; rows: { name: string; about: string; choice: Choice }[] }) {
  const to = useChosenAddress()
  return (
    <Titled id={props.id} title={props.title} className="mt-8">
      <ul className="card mt-3 divide-y divide-line">
        {props.rows.map(({ name, about, choice }) => (
          <li key={name} className="flex flex-wrap items-center gap-x-4 px-5 py-2">
            <span className="min-w-0 grow break-words">
              {name} <span className="text-sm text-ink-soft">{about}</span>
            </span>
            <Link to={to(choice)} className="min-h-11 content-center font-semibold text-link underline">
              Bring back<span className="sr-only"> {name}</span>…
            </Link>
          </li>
        ))}
      </ul>
    </Titled>
  )
}

function TableHead({ id, heading, add, choice }: { id: string; heading: string; add: string; choice: Choice }) {
  const to = useChosenAddress()
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
      <h2 id={id} className="text-xl font-bold">
        {heading}
      </h2>
      <Link to={to(choice)} className={buttonClass('quiet')}>
        {add}
      </Link>
    </div>
  )
}

function Edit({ choice, name }: { choice: Choice; name: string }) {
  const to = useChosenAddress()
  return (
    <Link to={to(choice)} className="-my-2.5 inline-flex min-h-11 items-center font-semibold text-link underline">
      Edit<span className="sr-only"> {name}</span>
    </Link>
  )
}
