import { Link } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import {
  dropView,
  MOST_VIEWS,
  type SavedView,
  saveView,
  type ViewedList,
  viewed_lists,
  viewsOf,
} from '../../../domain/desk/saved-views.ts'
import { textOf } from '../../request/form-texts.ts'
import { done, refusal } from '../../ui/forms/action-answer.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { AnswerBoard } from '../../ui/forms/answer-board.tsx'
import { type Column, DataTable } from '../../ui/lists/data-table.tsx'
import { adminAction, adminLoader } from '../admin-screen.server.ts'
import { maySee } from '../rights.ts'
import type { Route } from './+types/views'

export const meta: Route.MetaFunction = () => [{ title: `Saved views - ${brand.name}` }]

export const loader = adminLoader(async ({ actor, db }) => {
  const lists = viewed_lists.filter((list) => maySee(actor, `/admin/${list}`))
  const views = await Promise.all(lists.map(async (list) => ({ list, views: await viewsOf(db, actor, list) })))
  return views.flatMap(({ list, views }) => views.map((view) => ({ list, ...view })))
})

export const action = adminAction(async (services, actor, form) => {
  if (textOf(form, 'intent') === 'drop_view') {
    const dropped = await dropView(services, actor, Number(textOf(form, 'view_id') || Number.NaN))
    return dropped.ok
      ? done(form, 'The view is gone.')
      : refusal(form, 404, 'There is no such view that you can remove.')
  }
  const [list, name] = [textOf(form, 'list'), textOf(form, 'name').trim()]
  if (!maySee(actor, `/admin/${list}`)) return refusal(form, 404, NO_SUCH_LIST)
  const saved = await saveView(services, actor, {
    ...{ list, name, query: textOf(form, 'query') },
    shared: form.has('shared'),
  })
  if (saved.ok) return done(form, `Saved as “${name}”.`)
  switch (saved.reason) {
    case 'bad_name':
      return refusal(form, 422, 'Please give it a name of at most 40 letters.', 'name')
    case 'too_many':
      return refusal(form, 409, `You have ${MOST_VIEWS} views of this list. Please remove one first.`)
    case 'not_found':
      return refusal(form, 404, NO_SUCH_LIST)
  }
})

const NO_SUCH_LIST = 'This list cannot be saved.'

type Row = SavedView & { list: ViewedList }

export default function Views({ loaderData: views }: Route.ComponentProps) {
  return (
    <AnswerBoard>
      <h1 className="text-3xl font-extrabold">Saved views</h1>
      <p className="mt-2 mb-5 max-w-2xl text-ink-soft">
        Lists as you and others like to see them. A view is saved at its list, under “Columns and views”.
      </p>
      {views.length === 0 ? (
        <p className="card p-5">Nothing is saved yet. Search or sort a list, then save what you see.</p>
      ) : (
        <DataTable caption="Saved views" rows={views} keyOf={({ id }) => id} columns={columns} />
      )}
    </AnswerBoard>
  )
}

const columns: readonly Column<Row>[] = [
  {
    name: 'View',
    names_row: true,
    cell: ({ list, query, name }) => (
      <Link to={`/admin/${list}?${query}` satisfies Address} className="text-link underline">
        {name}
      </Link>
    ),
  },
  { name: 'List', cell: ({ list }) => `${list.charAt(0).toUpperCase()}${list.slice(1)}` },
  { name: 'Whose', cell: ({ mine, owner }) => (mine ? 'Yours' : owner) },
  { name: 'Seen by', cell: ({ shared }) => (shared ? 'all admins' : 'you') },
  {
    name: 'Remove',
    quiet: true,
    cell: ({ id, may_drop, name }) =>
      may_drop && (
        <ActionForm
          intent="drop_view"
          subject={{ name: 'view_id', value: id }}
          button={`Remove ${name}`}
          busy="Removing…"
          look="quiet"
        />
      ),
  },
]
