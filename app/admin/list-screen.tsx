import type { ComponentProps, ReactNode } from 'react'
import { hasDays } from '../../domain/list-sizes.ts'
import { SearchForm } from '../ui/forms/search-form.tsx'
import type { Column } from '../ui/lists/data-table.tsx'
import { ListTable } from '../ui/lists/list-table.tsx'
import { keptView, ListTools } from '../ui/lists/list-tools.tsx'
import { ListViews } from './views/list-views.tsx'

type Tools = ComponentProps<typeof ListTools>
type Search = ComponentProps<typeof SearchForm>

type ListScreenProps<Row> = Omit<ComponentProps<typeof ListTable<Row>>, 'narrowed' | 'sorted'> & {
  title: string
  /** What the list is for. */
  lead?: ReactNode
  /** What stands above the search: an opened row, what else the screen knows. */
  above?: ReactNode
  search?: { label: string; text: string }
  /** The first of its options is what the list shows by itself. */
  filter?: Search['filter']
  /** What else narrows the list. */
  keeps?: Readonly<Record<string, string>>
  /** How it is sorted and cut, where the list can be. */
  tools?: Pick<Tools, 'view' | 'usual' | 'sorts'>
  /** The column of ticks before the others; nobody leaves it out. */
  choice?: Column<Row> | false
  saved?: Pick<ComponentProps<typeof ListViews>, 'list' | 'views' | 'columns_of_others'>
  /** What stands between the search and the table. */
  children?: ReactNode
}

/** A screen of an admin that is one list: its search, its tools, its saved views and its table, at one address. */
export function ListScreen<Row>(props: ListScreenProps<Row>) {
  const { title, lead, above, search, filter, keeps = {}, tools, choice, saved, children, ...table } = props
  const { action, columns } = table
  const is_cut = tools !== undefined && hasDays(tools.view)
  const is_searched = (search?.text ?? '') !== '' || (filter !== undefined && filter.value !== filter.options[0])
  return (
    <>
      <h1 className="text-3xl font-extrabold">{title}</h1>
      {lead && <p className="mt-2 max-w-2xl text-ink-soft">{lead}</p>}
      {above}
      {(search || filter) && (
        <SearchForm
          action={action}
          {...(search && { label: search.label, search: search.text })}
          {...(filter && { filter })}
          keeps={{ ...(tools && keptView(tools.view, tools.usual)), ...keeps }}
        />
      )}
      {tools && (
        <ListTools
          {...tools}
          action={action}
          keeps={{ ...(search && { q: search.text }), ...(filter && { status: filter.value }), ...keeps }}
        />
      )}
      {saved && (
        <ListViews
          {...saved}
          columns={columns}
          statuses={filter?.options ?? []}
          sorts={tools?.sorts.map(({ name }) => name) ?? []}
        />
      )}
      {children}
      <ListTable
        {...table}
        columns={choice ? [choice, ...columns] : columns}
        narrowed={is_searched || is_cut || Object.keys(keeps).length > 0}
        sorted={tools?.view}
      />
    </>
  )
}
