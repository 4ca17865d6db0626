import { Download } from 'lucide-react'
import { Link } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { latestFiles, planOfFile } from '../../../domain/catalog/onboarding/kitchen-file.ts'
import { dish_columns, kitchen_columns, MOST_LINES } from '../../../domain/catalog/onboarding/read-kitchens.ts'
import { formatNaira } from '../../../domain/money.ts'
import { sampleOf, templateOf } from '../../../domain/notifications/forms.ts'
import { smsEstimate } from '../../../domain/notifications/outbox/sms-estimate.ts'
import type { PageHandle } from '../../page/page-handle.ts'
import { LARGEST_MENU_BYTES, readForm } from '../../request/read-form.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { FileField } from '../../ui/forms/file-field.tsx'
import { notFoundUnless } from '../../ui/lists/opened-row.server.ts'
import { Titled } from '../../ui/titled.tsx'
import { adminAction, adminLoader } from '../admin-screen.server.ts'
import type { Route } from './+types/kitchens'
import { KitchenFile } from './kitchen-file.tsx'
import { FILE_TOO_LARGE, kitchensAction } from './kitchens-action.server.ts'
import { fileView, latestInWords } from './kitchens-view.server.ts'

export const handle: PageHandle = { files: true }

export const meta: Route.MetaFunction = () => [{ title: `Kitchens from a spreadsheet - ${brand.name}` }]

export const loader = adminLoader(async ({ actor, db, query }) => {
  const id = query.get('file')
  const columns = { kitchen: kitchen_columns.join(', '), dish: dish_columns.join(', '), most_lines: MOST_LINES }
  if (id === null) return { opened: null, files: latestInWords(await latestFiles(db, actor)), columns }
  const opened = fileView(notFoundUnless(await planOfFile(db, actor, id)), query)
  const text = sampleOf('kitchen_onboarded', templateOf('kitchen_onboarded').text)
  const { most_kobo } = await smsEstimate(db, Array(opened.counts['New kitchen']).fill(text))
  return { opened: { ...opened, texts_cost: formatNaira(most_kobo) }, files: [], columns }
}, 'decide_people')

export const action = adminAction(kitchensAction, (request) => readForm(request, LARGEST_MENU_BYTES), {
  errors: { file: FILE_TOO_LARGE },
})

/** Many kitchens and their menus out of one file: brought, looked at line by line, then taken in. */
export default function Kitchens({ loaderData: { opened, files, columns } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-3xl font-extrabold">Kitchens from a spreadsheet</h1>
      {opened ? <KitchenFile view={opened} /> : <Bring files={files} columns={columns} />}
    </>
  )
}

function Bring({ files, columns }: Pick<Route.ComponentProps['loaderData'], 'files' | 'columns'>) {
  return (
    <>
      <p className="mt-2 max-w-2xl text-ink-soft">
        One file brings many kitchens with their menus. You see what each line will do before anything is done. Each new
        kitchen’s owner gets a text message with a link to choose a password, and waits to be activated like everybody
        who registers.
      </p>
      <div className="card mt-5 grid max-w-2xl gap-4 p-5">
        <ActionForm intent="bring" button="See what it brings" busy="Reading…" multipart noValidate>
          <FileField
            name="file"
            label="CSV file"
            accept=".csv,text/csv"
            hint={`At most 1 MB and ${columns.most_lines} lines.`}
          />
        </ActionForm>
        <details className="unfolds">
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-link underline">
            What stands in the file
          </summary>
          <div className="mt-2 grid gap-2 text-sm text-ink-soft">
            <p>One line a dish. A kitchen’s own columns are read from its first line: {columns.kitchen}.</p>
            <p>A dish has: {columns.dish}. They are written as in the file of a menu.</p>
            <p>
              A kitchen that is here already is known by its name, and by its phone number where you write one: only its
              dishes change. A known dish changes, a new one is added, and nothing is deleted. The same file again does
              nothing twice.
            </p>
          </div>
        </details>
        <a className={buttonClass('quiet', 'justify-self-start')} href={'/admin/kitchens/lines.csv' satisfies Address}>
          <Download aria-hidden="true" size={18} /> Download an example
        </a>
      </div>
      <Titled id="files" title="Brought lately" className="mt-8">
        {files.length === 0 ? (
          <p className="mt-2 text-ink-soft">No file yet. The first one that somebody brings stands here for 30 days.</p>
        ) : (
          <ul className="mt-3 grid gap-3">
            {files.map(({ id, name, by, brought, came }) => (
              <li key={id} className="card p-4">
                <Link
                  to={`/admin/kitchens?file=${id}` satisfies Address}
                  className="font-bold break-all text-link underline"
                >
                  {name}
                </Link>
                <p className="text-sm text-ink-soft">
                  {by}, {brought}. {came}.
                </p>
              </li>
            ))}
          </ul>
        )}
      </Titled>
    </>
  )
}
