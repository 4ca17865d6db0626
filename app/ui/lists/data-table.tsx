import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { useListAddress } from './use-list-address.ts'

export type Column<Row> = {
  name: string
  cell(row: Row): ReactNode
  /** The column that names the row: its header to a screen reader. */
  names_row?: boolean
  /** The name is for screen readers only, as above a column of buttons. */
  quiet?: boolean
  className?: string
  /** What the list is sorted by when the name is pressed. */
  sort?: string
}

/** By what a list is sorted now. */
export type Sorted = { sort: string; rising: boolean }

type DataTableProps<Row> = {
  caption: string
  rows: readonly Row[]
  keyOf(row: Row): string | number
  columns: readonly Column<Row>[]
  sorted?: Sorted | undefined
  /** Nothing in it can be pressed, so that the table itself is reached by keys where it is wider than its room. */
  still?: boolean
}

/**
 * A table on a wide screen, a list of cards on a narrow one (app/back-office.css). The roles are written out because a
 * browser may forget them where the style makes blocks of rows and cells.
 */
export function DataTable<Row>({ caption, rows, keyOf, columns, sorted, still = false }: DataTableProps<Row>) {
  const reached = still ? ({ role: 'group', 'aria-label': caption, tabIndex: 0 } as const) : {}
  return (
    <div className="card relative overflow-x-auto" {...reached}>
      {/* biome-ignore-start lint/a11y/noRedundantRoles: redundant only until the style changes `display`. */}
      <table className="data-table" role="table">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <Heading key={column.name} column={column} sorted={sorted} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row" onClick={openRow}>
              {columns.map((column) => (
                <Cell key={column.name} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: as above. */}
    </div>
  )
}

function Heading<Row>({ column, sorted }: { column: Column<Row>; sorted: Sorted | undefined }) {
  const to = useListAddress()
  const { name, quiet, sort } = column
  const is_by = sort !== undefined && sorted?.sort === sort
  // biome-ignore-start lint/a11y/noRedundantRoles: as above.
  return (
    <th scope="col" role="columnheader" aria-sort={is_by ? (sorted.rising ? 'ascending' : 'descending') : undefined}>
      {quiet ? (
        <span className="sr-only">{name}</span>
      ) : sort && sorted ? (
        <Link
          to={to({ sort: is_by && !sorted.rising ? `${sort}.up` : sort, after: null, before: null })}
          preventScrollReset
          className="-my-3 inline-flex min-h-11 items-center gap-1 underline decoration-dotted underline-offset-4"
        >
          {name}
          <span aria-hidden="true">{is_by ? (sorted.rising ? '↑' : '↓') : ''}</span>
        </Link>
      ) : (
        name
      )}
    </th>
  )
  // biome-ignore-end lint/a11y/noRedundantRoles: as above.
}

/** A press beside what can be pressed in a row opens it, as its link does. */
function openRow(event: MouseEvent<HTMLTableRowElement>): void {
  const on = event.target instanceof Element ? event.target.closest('a, button, input, label, select, summary') : null
  if (on || window.getSelection()?.isCollapsed === false) return
  event.currentTarget.querySelector<HTMLAnchorElement>('a[data-opens]')?.click()
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const looks = { 'data-label': column.quiet ? undefined : column.name, className: column.className }
  // biome-ignore-start lint/a11y/noRedundantRoles: as above.
  return column.names_row ? (
    <th scope="row" role="rowheader" {...looks}>
      {column.cell(row)}
    </th>
  ) : (
    <td role="cell" {...looks}>
      {column.cell(row)}
    </td>
  )
  // biome-ignore-end lint/a11y/noRedundantRoles: as above.
}
