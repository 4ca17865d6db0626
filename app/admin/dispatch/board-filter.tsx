import { Form, Link, useSubmit } from 'react-router'
import { buttonClass } from '../../ui/button.tsx'
import { useListAddress } from '../../ui/use-list-address.ts'
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
  const select = 'mt-1 block h-12 max-w-full rounded-control border border-edge bg-surface px-3'
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
        key={`${kitchen} ${rider}`}
        className="flex flex-wrap items-end gap-2"
        onChange={(event) => void submit(event.currentTarget, { replace: true, preventScrollReset: true })}
      >
        {show !== 'all' && <input type="hidden" name="show" value={show} />}
        <label className="min-w-0">
          <span className="text-sm font-semibold">Kitchen</span>
          <select name="kitchen" defaultValue={kitchen ?? ''} className={select}>
            <option value="">All kitchens</option>
            {kitchens.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label className="min-w-0">
          <span className="text-sm font-semibold">Rider</span>
          <select name="rider" defaultValue={rider ?? ''} className={select}>
            <option value="">All riders</option>
            {riders.map(({ user_id, name }) => (
              <option key={user_id} value={user_id}>
                {name}
              </option>
            ))}
          </select>
        </label>
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
