import type { ReactNode } from 'react'

export type Column<Row> = {
  name: string
  cell(row: Row): ReactNode
  /** The column that names the row: its header to a screen reader. */
  names_row?: boolean
  /** The name is for screen readers only, as above a column of buttons. */
  quiet?: boolean
  className?: string
}

type DataTableProps<Row> = {
  caption: string
  rows: readonly Row[]
  keyOf(row: Row): string | number
  columns: readonly Column<Row>[]
}

/**
 * A table on a wide screen, a list of cards on a narrow one (app/back-office.css). The roles are written out because a
 * browser may forget them where the style makes blocks of rows and cells.
 */
export function DataTable<Row>({ caption, rows, keyOf, columns }: DataTableProps<Row>) {
  return (
    <div className="card relative overflow-x-auto">
      {/* biome-ignore-start lint/a11y/noRedundantRoles: redundant only until the style changes `display`. */}
      <table className="data-table" role="table">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column.name} scope="col" role="columnheader">
                {column.quiet ? <span className="sr-only">{column.name}</span> : column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row">
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
