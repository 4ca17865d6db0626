import { randomUUID } from 'node:crypto'
import { Link } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { CASES_PER_PAGE, type CaseFilter, countCases, listCases } from '../../../domain/cases/case-lists.ts'
import { readSubject, subjectNames } from '../../../domain/cases/subjects.ts'
import { viewsOf } from '../../../domain/desk/saved-views.ts'
import { placeIn } from '../../../domain/keyset.ts'
import { listViewIn } from '../../../domain/list-view.ts'
import { AnswerBoard } from '../../ui/forms/answer-board.tsx'
import type { Column } from '../../ui/lists/data-table.tsx'
import { by_date } from '../../ui/lists/list-tools.tsx'
import { notFoundUnless } from '../../ui/lists/opened-row.server.ts'
import { StatusChip } from '../../ui/status-chip.tsx'
import { adminAction, adminLoader } from '../admin-screen.server.ts'
import { ListScreen } from '../list-screen.tsx'
import { seesOf } from '../sees.ts'
import type { Route } from './+types/cases'
import { type CaseView, caseView, subjectView } from './case-view.server.ts'
import { OpenCase } from './open-case.tsx'
import { openCaseAction } from './open-case-action.server.ts'

export const meta: Route.MetaFunction = () => [{ title: `Cases - ${brand.name}` }]

const filters: Readonly<Record<string, CaseFilter>> = {
  Open: 'open',
  Mine: 'mine',
  Nobody: 'nobody',
  Due: 'due',
  Closed: 'closed',
}
const names = Object.keys(filters)

export const loader = adminLoader(async ({ actor, db, now, query }) => {
  const sees = seesOf(actor)
  const name = names.find((option) => option === query.get('status')) ?? 'Open'
  const asked = query.get('about')
  const view = listViewIn(query, { sorts: ['date'], size: CASES_PER_PAGE })
  const subject = asked ? notFoundUnless(readSubject(asked)) : null
  const [page, counted, views, called] = await Promise.all([
    listCases(db, {
      ...{ filter: filters[name] ?? 'open', user_id: actor.user_id },
      ...{ subject, now, view, place: placeIn(query) },
    }),
    countCases(db, { user_id: actor.user_id, now }),
    viewsOf(db, actor, 'cases'),
    subject && subjectNames(db, [subject]).then((found) => found.get(`${subject.kind}:${subject.id}`) ?? null),
  ])
  return {
    filter: name,
    counts: Object.fromEntries(names.map((one) => [one, counted[filters[one] ?? 'open']])),
    views,
    view,
    usual: CASES_PER_PAGE,
    page: { ...page, rows: page.rows.map((row) => caseView(row, sees, now)) },
    subject: subject && {
      ...notFoundUnless(called === null ? null : subject),
      text: subjectView(subject, called, sees).text,
    },
    request_key: randomUUID(),
  }
})

export const action = adminAction(openCaseAction)

export default function Cases({ loaderData }: Route.ComponentProps) {
  const { filter, counts, views, view, usual, page, subject, request_key } = loaderData
  const about = subject && `${subject.kind}:${subject.id}`
  return (
    <ListScreen
      title="Cases"
      lead={
        'What somebody of us has to see to, about an order, a payment, a rider, a kitchen or a customer: notes, who ' +
        'has it, and by when.'
      }
      above={
        <>
          {subject && (
            <p className="mt-3">
              Only cases about <strong>{subject.text}</strong>.{' '}
              <Link to={'/admin/cases' satisfies Address} className="text-link underline">
                Show all cases
              </Link>
            </p>
          )}
          <AnswerBoard>
            <OpenCase key={about ?? 'any'} subject={subject} request_key={request_key} />
          </AnswerBoard>
        </>
      }
      action="/admin/cases"
      {...(about && { keeps: { about } })}
      filter={{ label: 'Show', value: filter, options: names, ...(!about && { counts }) }}
      tools={{ view, usual, sorts: by_date }}
      saved={{ list: 'cases', views }}
      page={page}
      things="cases"
      empty_hint="Nothing waits for anybody’s word."
      caption="Cases"
      keyOf={(row) => row.id}
      columns={columns}
    />
  )
}

const columns: readonly Column<CaseView>[] = [
  {
    name: 'Case',
    names_row: true,
    cell: (row) => (
      <Link
        data-opens=""
        className="font-semibold break-words text-link underline"
        to={`/admin/cases/${row.id}` satisfies Address}
      >
        {row.id}: {row.title}
      </Link>
    ),
  },
  { name: 'About', cell: (row) => row.about.text },
  { name: 'Who has it', cell: (row) => (row.left ? `Nobody (${row.left})` : row.has_it) },
  {
    name: 'Due',
    className: 'text-sm',
    cell: (row) => (
      <>
        {row.due ?? 'N/A'} {row.is_late && <StatusChip status="Due" />}
      </>
    ),
  },
  { name: 'Status', cell: (row) => <StatusChip status={row.status} /> },
  { name: 'Opened', sort: 'date', className: 'text-sm', cell: (row) => row.opened },
]
