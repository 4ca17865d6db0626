import type { ComponentProps } from 'react'
import { DataTable } from './data-table.tsx'
import { useHiddenColumns } from './kept-columns.tsx'
import { ListFrame } from './list-frame.tsx'

type Frame = Omit<ComponentProps<typeof ListFrame>, 'page' | 'children'>
type Table<Row> = Omit<ComponentProps<typeof DataTable<Row>>, 'rows'>
type Page<Row> = { after: string | null; before: string | null; rows: readonly Row[] }

/** A page of a list: its table, without the columns that its address leaves out, and what stands around it. */
export function ListTable<Row>(props: Frame & Table<Row> & { page: Page<Row> }) {
  const { caption, keyOf, columns, sorted, ...frame } = props
  const hidden = useHiddenColumns()
  const shown = columns.filter(({ name, names_row, quiet }) => names_row || quiet || !hidden.includes(name))
  return (
    <ListFrame {...frame}>
      <DataTable caption={caption} rows={frame.page.rows} keyOf={keyOf} columns={shown} sorted={sorted} />
    </ListFrame>
  )
}
