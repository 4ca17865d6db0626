import { Link } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { findCase } from '../../../domain/cases/case-lists.ts'
import { caseWorkers } from '../../../domain/cases/case-workers.ts'
import { orderOfPayment } from '../../../domain/cases/subjects.ts'
import { saidAboutCase } from '../../../domain/desk/said-about-case.ts'
import type { PageHandle } from '../../page/page-handle.ts'
import { LARGEST_PICTURE_BYTES, readForm } from '../../request/read-form.ts'
import { Facts } from '../../ui/details-dialog.tsx'
import { AnswerBoard } from '../../ui/forms/answer-board.tsx'
import { loadAfterAnswer } from '../../ui/forms/answer-lost-line.ts'
import { notFoundUnless } from '../../ui/lists/opened-row.server.ts'
import { StatusChip } from '../../ui/status-chip.tsx'
import { adminAction, adminLoader } from '../admin-screen.server.ts'
import { seesOf } from '../sees.ts'
import type { Route } from './+types/case-page'
import { caseAction, PHOTO_TOO_LARGE } from './case-action.server.ts'
import { CaseForms } from './case-forms.tsx'
import { caseDetails, saidView } from './case-view.server.ts'
import { SaidMessages } from './said-messages.tsx'

export const meta: Route.MetaFunction = ({ params }) => [{ title: `Case ${params.id} - ${brand.name}` }]

export const handle: PageHandle = { files: true }

export const shouldRevalidate = loadAfterAnswer

const numberIn = (text: string | undefined) => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : Number.NaN)

export const loader = adminLoader(async ({ actor, db, now, id }) => {
  const found = notFoundUnless(await findCase(db, numberIn(id)))
  const { subject_kind, subject_id } = found.of
  const sees = seesOf(actor)
  const [workers, order_id, said] = await Promise.all([
    caseWorkers(db),
    subject_kind === 'payment' ? orderOfPayment(db, subject_id) : null,
    sees.contacts ? saidAboutCase(db, { kind: subject_kind, id: subject_id }) : null,
  ])
  return {
    found: caseDetails(found, sees, now),
    // A customer is a number, which not every role may read.
    about:
      subject_id === '' || (subject_kind === 'customer' && !sees.contacts) ? null : `${subject_kind}:${subject_id}`,
    workers,
    order_id,
    said: said?.map(saidView) ?? null,
  }
})

export const action = adminAction(
  (services, actor, form, { params }) => caseAction(services, actor, form, numberIn(params['id'])),
  (request) => readForm(request, LARGEST_PICTURE_BYTES),
  { errors: { picture: PHOTO_TOO_LARGE } },
)

export default function CasePage({ loaderData }: Route.ComponentProps) {
  const { found, about, workers, order_id, said } = loaderData
  const to = order_id === null ? found.about.to : (`/admin/orders/${order_id}` as const)
  return (
    <div className="mx-auto grid max-w-3xl grid-cols-1 gap-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to={'/admin/cases' satisfies Address}
          className="inline-flex min-h-11 w-full items-center text-link underline"
        >
          All cases
        </Link>
        <h1 className="min-w-0 text-3xl font-extrabold break-words">
          Case {found.id}: {found.title}
        </h1>
        <StatusChip status={found.status} />
        {found.is_late && <StatusChip status="Due" />}
      </div>
      <section aria-label="About it" className="card p-5">
        <Facts
          facts={[
            [
              'About',
              to ? (
                <Link key="about" className="text-link underline" to={to}>
                  {found.about.text}
                </Link>
              ) : (
                found.about.text
              ),
            ],
            ['Who has it', found.left ? `Nobody: ${found.left}` : found.has_it],
            ['Due', found.due ?? 'No day is set'],
            ['Opened', `${found.opened}, ${found.opened_by === null ? 'by itself' : `by ${found.opened_by}`}`],
            ...(found.closed ? [['Closed', found.closed] as const] : []),
          ]}
        />
        {about && (
          <p className="mt-3">
            <Link
              className="text-link underline"
              to={`/admin/cases?status=Open&about=${encodeURIComponent(about)}` satisfies Address}
            >
              Open cases about the same
            </Link>
          </p>
        )}
      </section>
      <AnswerBoard>
        <CaseForms key={found.id} found={found} workers={workers} />
      </AnswerBoard>
      <section aria-labelledby="story" className="card p-5">
        <h2 id="story" className="text-lg font-bold">
          What was written and done
        </h2>
        <ol className="mt-3 grid grid-cols-1 gap-3">
          {found.lines.map((line) => (
            <li key={line.key} className="min-w-0 break-words">
              <p className="text-sm text-ink-soft">
                {line.what && <span className="font-semibold text-ink">{line.what}, </span>}
                {line.when}, by {line.who}
              </p>
              {line.text && (
                <p className={line.what ? 'text-sm' : 'mt-1 rounded-control bg-sunken p-3 whitespace-pre-line'}>
                  {line.text}
                </p>
              )}
              {line.photo && (
                <a className="mt-2 inline-block" href={line.photo} target="_blank" rel="noreferrer">
                  <img
                    src={line.photo}
                    alt={`What the note of ${line.when} shows`}
                    className="max-h-64 rounded-control"
                  />
                </a>
              )}
            </li>
          ))}
        </ol>
      </section>
      {said && <SaidMessages messages={said} />}
    </div>
  )
}
