import { Link } from 'react-router'
import { buttonClass } from '../button.tsx'
import type { Column } from './data-table.tsx'
import { useListAddress } from './use-list-address.ts'

type View = {
  /** The row's part of the list's address. */
  opens: Record<string, string | number>
  /** Names the row to a screen reader. */
  what: string
}

/** The column of a list whose buttons open a row. */
export function viewColumn<Row>(viewOf: (row: Row) => View): Column<Row> {
  return { name: 'Details', quiet: true, cell: (row) => <ViewLink {...viewOf(row)} /> }
}

function ViewLink({ opens, what }: View) {
  const to = useListAddress()
  return (
    <Link to={to(opens)} preventScrollReset data-opens="" aria-label={`View ${what}`} className={buttonClass('quiet')}>
      View
    </Link>
  )
}
