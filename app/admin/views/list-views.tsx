import { Form, Link, useLocation } from 'react-router'
import type { SavedView, ViewedList } from '../../../domain/desk/saved-views.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ActionCheckbox, ActionForm } from '../../ui/forms/action-form.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { useHiddenColumns } from '../../ui/lists/kept-columns.tsx'
import { Notice } from '../../ui/notice.tsx'

type ListViewsProps = {
  list: ViewedList
  views: readonly SavedView[]
  /** All that the list has, by name. */
  columns: readonly { name: string; names_row?: boolean; quiet?: boolean }[]
  /** Columns that others may see; a view of theirs that leaves one out asks for nothing that is gone. */
  columns_of_others?: readonly string[]
  statuses: readonly string[]
  sorts: readonly string[]
}

/**
 * The saved views of a list, which of its columns are left out, and how to save what it looks like. It says what an
 * address asks for that the list does not have any more; the rest of it is shown.
 */
export function ListViews({ list, views, columns, columns_of_others = [], statuses, sorts }: ListViewsProps) {
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(search)
  const hidden = useHiddenColumns().filter((name) => !columns_of_others.includes(name))
  const names = columns.filter(({ names_row, quiet }) => !names_row && !quiet).map(({ name }) => name)
  const gone = [
    ...partGone('status', query.get('status'), statuses),
    ...partGone('sequence', (query.get('sort') ?? '').replace(/\.up$/, ''), sorts),
    ...hidden.flatMap((name) => partGone('column', name, names)),
  ]
  const kept = [...query].filter(([part]) => part !== 'hide' && part !== 'after' && part !== 'before')
  return (
    <>
      {gone.length > 0 && (
        <div className="my-3">
          <Notice kind="warn">This list no longer has {gone.join(', ')}. The rest is shown as it was asked for.</Notice>
        </div>
      )}
      {views.length > 0 && (
        <nav aria-label="Saved views" className="mt-4 flex flex-wrap gap-2">
          {views.map(({ id, name, query: saved, mine, owner }) => {
            const is_here = saved !== '' && saved === query.toString()
            return (
              <Link
                key={id}
                to={`${pathname}?${saved}`}
                aria-current={is_here ? 'true' : undefined}
                className={buttonClass(is_here ? 'brand' : 'quiet')}
              >
                {mine ? name : `${name} (${owner})`}
              </Link>
            )
          })}
        </nav>
      )}
      <details className="unfolds mb-2">
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-link underline">
          Columns and views{hidden.length > 0 && ` (${hidden.length} left out)`}
        </summary>
        <div className="card mt-2 grid gap-5 p-5 md:grid-cols-2">
          <Form key={search} action={pathname} className="grid content-start gap-2">
            {kept.map(([part, value]) => (
              <input key={part} type="hidden" name={part} value={value} />
            ))}
            <fieldset className="grid gap-x-4 sm:grid-cols-2">
              <legend className="font-semibold">Leave out</legend>
              {names.map((name) => (
                <label key={name} className="flex min-h-11 items-center gap-3">
                  <input
                    type="checkbox"
                    name="hide"
                    value={name}
                    defaultChecked={hidden.includes(name)}
                    className="size-5 shrink-0"
                  />
                  {name}
                </label>
              ))}
            </fieldset>
            <div>
              <button type="submit" className={buttonClass('quiet')}>
                Show these columns
              </button>
            </div>
          </Form>
          <div className="grid content-start gap-3">
            <ActionForm
              intent="save_view"
              action="/admin/views"
              button="Save this view"
              busy="Saving…"
              look="brand"
              noValidate
            >
              <input type="hidden" name="list" value={list} />
              <input type="hidden" name="query" value={query.toString()} />
              <Field
                name="name"
                label="Name of this view"
                hint="Search, status, sequence, rows, days and columns are kept. A name that you have is written over."
                maxLength={40}
                autoComplete="off"
              />
              <ActionCheckbox name="shared">Other admins see it, too</ActionCheckbox>
            </ActionForm>
            <Link
              to={'/admin/views' satisfies Address}
              className="inline-flex min-h-11 items-center text-link underline"
            >
              All saved views
            </Link>
          </div>
        </div>
      </details>
    </>
  )
}

/** Names what is asked for and not there: `the status “Lost”`. */
const partGone = (what: string, asked: string | null, known: readonly string[]): string[] =>
  asked && !known.includes(asked) ? [`the ${what} “${asked.slice(0, 40)}”`] : []
