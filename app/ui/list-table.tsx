import type { ComponentProps } from 'react'
import { DataTable } from './data-table.tsx'
import { ListFrame } from './list-frame.tsx'

type Frame = Omit<ComponentProps<typeof ListFrame>, 'page' | 'children'>
type Table<Row> = Omit<ComponentProps<typeof DataTable<Row>>, 'rows'>
type Page<Row> = { after: string | null; before: string | null; rows: readonly Row[] }

/** A page of a list: its table, and what stands around it. */
export function ListTable<Row>(props: Frame & Table<Row> & { page: Page<Row> }) {
  const { caption, keyOf, columns, sorted, ...frame } = props
  return (
    <ListFrame {...frame}>
      <DataTable caption={caption} rows={frame.page.rows} keyOf={keyOf} columns={columns} sorted={sorted} />
    </ListFrame>
  )
}
