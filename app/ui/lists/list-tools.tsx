import { Form } from 'react-router'
import { page_sizes } from '../../../domain/list-sizes.ts'
import { buttonClass } from '../button.tsx'
import { KeptColumns } from './kept-columns.tsx'

type View = { sort: string; rising: boolean; size: number; from: string; to: string }

type ListToolsProps = {
  /** The list's own path. */
  action: Address
  view: View
  /** How many rows a page has by itself. */
  usual: number
  /** By what it can be sorted, with both directions in words. */
  sorts: readonly { name: string; down: string; up: string }[]
  /** What else narrows the list, and stays so. */
  keeps: Readonly<Record<string, string>>
}

/** For a list that is sorted by its time alone. */
export const by_date = [{ name: 'date', down: 'Newest first', up: 'Oldest first' }]

/** In which sequence a list comes, of which days, how many rows a page; all of it stands in the address. */
export function ListTools({ action, view, usual, sorts, keeps }: ListToolsProps) {
  const { sort, rising, size, from, to } = view
  const shown = `${sort} ${rising} ${size} ${from} ${to}`
  const field = 'mt-1 block h-12 rounded-control border border-edge bg-surface px-3'
  return (
    <details className="unfolds mb-2" open={from !== '' || to !== ''}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-link underline">
        Sort, days and rows
      </summary>
      <Form key={shown} action={action} className="mt-2 flex flex-wrap items-end gap-3">
        {Object.entries(keeps).map(
          ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <KeptColumns />
        <label>
          <span className="text-sm font-semibold">Sort by</span>
          <select name="sort" defaultValue={rising ? `${sort}.up` : sort} className={field}>
            {sorts.map(({ name, down, up }) => [
              <option key={name} value={name}>
                {down}
              </option>,
              <option key={`${name}.up`} value={`${name}.up`}>
                {up}
              </option>,
            ])}
          </select>
        </label>
        <label>
          <span className="text-sm font-semibold">From</span>
          <input type="date" name="from" defaultValue={from} className={field} />
        </label>
        <label>
          <span className="text-sm font-semibold">To</span>
          <input type="date" name="to" defaultValue={to} className={field} />
        </label>
        <label>
          <span className="text-sm font-semibold">Rows a page</span>
          <select name="rows" defaultValue={size} className={field}>
            {[...new Set([usual, ...page_sizes])].map((rows) => (
              <option key={rows}>{rows}</option>
            ))}
          </select>
        </label>
        <button type="submit" className={buttonClass('quiet')}>
          Show so
        </button>
      </Form>
    </details>
  )
}

/** What keeps a list as it is sorted and cut where it is searched or filtered; nothing where it is as by itself. */
export const keptView = ({ sort, rising, size, from, to }: View, usual: number): Record<string, string> => ({
  ...((rising || sort !== 'date') && { sort: rising ? `${sort}.up` : sort }),
  ...(size !== usual && { rows: String(size) }),
  ...(from && { from }),
  ...(to && { to }),
})
