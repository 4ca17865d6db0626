import { useState } from 'react'
import { Form, Link, useSubmit } from 'react-router'
import { buttonClass } from '../../ui/button.tsx'
import { useListAddress } from '../../ui/lists/use-list-address.ts'
import type { BoardKind, BoardMap } from './board-map.server.ts'

const kinds: readonly (readonly [BoardKind, string])[] = [
  ['all', 'All'],
  ['late', 'Late'],
  ['at_risk', 'At risk'],
  ['no_rider', 'Without a rider'],
]

/** What of the board is shown, in its lists and on its map; all of it stands in the address. */
export function BoardFilter({ map }: { map: BoardMap }) {
  const { narrowed, counts, is_filtered, kitchens, riders } = map
  const { show, kitchen, rider } = narrowed
  const to = useListAddress()
  const submit = useSubmit()
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <nav aria-label="Which orders" className="flex flex-wrap gap-2">
        {kinds.map(([kind, name]) => (
          <Link
            key={kind}
            to={to({ show: kind === 'all' ? null : kind })}
            preventScrollReset
            aria-current={kind === show ? 'true' : undefined}
            className={buttonClass(kind === show ? 'brand' : 'quiet')}
          >
            {name} ({counts[kind]})
          </Link>
        ))}
      </nav>
      <Form
        className="flex flex-wrap items-end gap-2"
        onChange={(event) => void submit(event.currentTarget, { replace: true, preventScrollReset: true })}
      >
        {show !== 'all' && <input type="hidden" name="show" value={show} />}
        <OneOf
          label="Kitchen"
          all="All kitchens"
          name="kitchen"
          value={kitchen}
          missing="A kitchen without open orders"
          options={kitchens.map(({ id, name }) => ({ id, name }))}
        />
        <OneOf
          label="Rider"
          all="All riders"
          name="rider"
          value={rider}
          missing="A rider who is off duty"
          options={riders.map(({ user_id, name }) => ({ id: user_id, name }))}
        />
        <button type="submit" className={buttonClass('quiet')}>
          Show
        </button>
      </Form>
      {is_filtered && (
        <Link to={'/admin/dispatch' satisfies Address} preventScrollReset className={buttonClass('quiet')}>
          Show all
        </Link>
      )}
    </div>
  )
}

type OneOfProps = {
  label: string
  all: string
  name: string
  value: string | null
  /** What a value is called that is none of the options any more. */
  missing: string
  options: readonly { id: string; name: string }[]
}

/** Says what was chosen also while it is loaded, and what the address says once that is another. */
function OneOf({ label, all, name, value, missing, options }: OneOfProps) {
  const [held, hold] = useState({ value, chosen: value })
  if (held.value !== value) hold({ value, chosen: value })
  const has_gone = held.chosen && !options.some(({ id }) => id === held.chosen)
  return (
    <label className="min-w-0">
      <span className="text-sm font-semibold">{label}</span>
      <select
        name={name}
        value={held.chosen ?? ''}
        onChange={(event) => hold({ value, chosen: event.target.value })}
        className="mt-1 block h-12 max-w-full rounded-control border border-edge bg-surface px-3"
      >
        <option value="">{all}</option>
        {has_gone && <option value={held.chosen ?? ''}>{missing}</option>}
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.name}
          </option>
        ))}
      </select>
    </label>
  )
}
