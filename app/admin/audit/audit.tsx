import { type ReactNode, useId } from 'react'
import { Form, Link } from 'react-router'
import { AUDIT_ENTRIES_PER_PAGE, auditActions, listAudit } from '../../../domain/audit/audit-list.ts'
import { brand } from '../../../domain/brand.ts'
import { viewsOf } from '../../../domain/desk/saved-views.ts'
import { placeIn } from '../../../domain/keyset.ts'
import { hasDays } from '../../../domain/list-sizes.ts'
import { listViewIn } from '../../../domain/list-view.ts'
import { buttonClass } from '../../ui/button.tsx'
import type { Column } from '../../ui/lists/data-table.tsx'
import { KeptColumns } from '../../ui/lists/kept-columns.tsx'
import { ListTable } from '../../ui/lists/list-table.tsx'
import { by_date, keptView, ListTools } from '../../ui/lists/list-tools.tsx'
import { MailText } from '../../ui/mail-text.tsx'
import { adminLoader } from '../admin-screen.server.ts'
import { ListViews } from '../views/list-views.tsx'
import type { Route } from './+types/audit'
import { type AuditEntryInWords, auditInWords } from './audit-view.server.ts'
import { type Piece, phraseOf } from './sentences.ts'
import { anyOf, readSubject } from './subjects.ts'

export const meta: Route.MetaFunction = () => [{ title: `Audit log - ${brand.name}` }]

export const loader = adminLoader(async ({ actor, db, query }) => {
  const asked = {
    actor: query.get('actor') ?? '',
    action: query.get('action') ?? '',
    subject: query.get('subject') ?? '',
  }
  const view = listViewIn(query, { sorts: ['date'], size: AUDIT_ENTRIES_PER_PAGE })
  const [list, views, actions] = await Promise.all([
    listAudit(db, { ...asked, subject: readSubject(asked.subject), place: placeIn(query), view }),
    viewsOf(db, actor, 'audit'),
    auditActions(db),
  ])
  return {
    page: { ...list, rows: await auditInWords(db, list.rows) },
    asked,
    views,
    view,
    usual: AUDIT_ENTRIES_PER_PAGE,
    actions: actions.map((action) => ({ action, phrase: phraseOf(action, anyOf(action)) })),
  }
})

export default function Audit({ loaderData }: Route.ComponentProps) {
  const { page, asked, views, view, usual, actions } = loaderData
  return (
    <>
      <h1 className="text-3xl font-extrabold">Audit log</h1>
      <p className="mt-2 max-w-2xl text-ink-soft">Which of us did what, when and why. Nothing here can be changed.</p>
      <Form
        action={'/admin/audit' satisfies Address}
        role="search"
        className="mt-5 mb-2 flex flex-wrap items-end gap-3"
      >
        {Object.entries(keptView(view, usual)).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <KeptColumns />
        <Box name="actor" label="Who (mail address)" value={asked.actor} />
        <label className="max-w-full min-w-0">
          <span className="text-sm font-semibold">Action</span>
          <select
            key={asked.action}
            name="action"
            defaultValue={asked.action}
            className="mt-1 block h-12 max-w-full rounded-control border border-edge bg-surface px-3"
          >
            <option value="">All</option>
            {actions.map(({ action, phrase }) => (
              <option key={action} value={action}>
                {phrase}
              </option>
            ))}
          </select>
        </label>
        <Box name="subject" label="What (like order 12)" value={asked.subject} />
        <button type="submit" className={buttonClass('brand')}>
          Show
        </button>
      </Form>
      <ListTools action="/admin/audit" view={view} usual={usual} sorts={by_date} keeps={asked} />
      <ListViews list="audit" views={views} columns={columns} statuses={[]} sorts={by_date.map(({ name }) => name)} />
      <ListTable
        action="/admin/audit"
        page={page}
        narrowed={Object.values(asked).some(Boolean) || hasDays(view)}
        things="entries"
        empty_hint="The first decision of an admin appears here."
        caption="What admins did"
        sorted={view}
        keyOf={(row) => row.id}
        columns={columns}
      />
    </>
  )
}

function Box({ name, label, value }: { name: string; label: string; value: string }) {
  const id = useId()
  return (
    <div className="min-w-0 grow basis-48">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <input
        key={value}
        id={id}
        type="search"
        name={name}
        defaultValue={value}
        maxLength={254}
        autoComplete="off"
        className="mt-1 h-12 w-full rounded-control border border-edge bg-surface px-4"
      />
    </div>
  )
}

const columns: readonly Column<AuditEntryInWords>[] = [
  { name: 'When', sort: 'date', className: 'text-sm', cell: (row) => row.when },
  {
    name: 'Who',
    className: 'text-sm',
    cell: (row) => (
      <span className="min-w-0">
        {row.name && <span className="block font-semibold">{row.name}</span>}
        <MailText address={row.actor} />
      </span>
    ),
  },
  {
    name: 'Did what',
    names_row: true,
    cell: (row) => <Sentence pieces={row.sentence} />,
  },
  { name: 'What changed', className: 'min-w-0 text-sm', cell: (row) => <Lines lines={row.changes} /> },
  { name: 'Why', className: 'min-w-0 text-sm break-words', cell: (row) => row.reason ?? 'N/A' },
]

function Sentence({ pieces }: { pieces: readonly Piece[] }) {
  return (
    <span className="inline-block font-normal break-words first-letter:uppercase">
      {pieces.map(({ text, to }) =>
        to ? (
          <Link key={text} className="font-semibold text-link underline" to={to}>
            {text}
          </Link>
        ) : (
          text
        ),
      )}
    </span>
  )
}

function Lines({ lines }: { lines: readonly string[] }): ReactNode {
  if (lines.length === 0) return 'N/A'
  return (
    <ul className="min-w-0">
      {lines.map((line) => (
        <li key={line} className="break-words">
          {line}
        </li>
      ))}
    </ul>
  )
}
