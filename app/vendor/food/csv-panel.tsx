import { Download } from 'lucide-react'
import { allergen_names, diet_names } from '../../../domain/catalog/menu/dish-contents.ts'
import { ActsForField } from '../../ui/acts-for.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { LostLineNotice } from '../../ui/forms/lost-line-notice.tsx'
import { useAnswer } from '../../ui/forms/use-answer.ts'
import { Notice } from '../../ui/notice.tsx'
import { KitchenFileLink } from '../kitchen-file-link.tsx'
import type { FoodAnswer } from './food-answer.ts'

/** The whole menu to a spreadsheet and back, with a report of the rows that could not be taken. */
export function CsvPanel() {
  const { fetcher, sending, refused } = useAnswer<FoodAnswer>('import')
  const report = fetcher.data?.report
  return (
    <details className="card p-4">
      <summary className="min-h-11 content-center font-semibold">Menu as a spreadsheet (CSV)</summary>
      <div className="mt-3 space-y-4">
        <p className="text-sm text-ink-soft">
          Columns: name, price, description, section, options, diets, contains. A name on your menu changes that dish, a
          new name adds one, and nothing is deleted. Pictures stay.
        </p>
        <p className="text-sm text-ink-soft">
          Options look like this: <code>Size: Small +0 | Large +500; Extras (up to 2): Plantain +300 | Egg +200</code>.
          After the name of a group comes how many to choose: (one), (up to 2), (any) or (1 to 2); without it, exactly
          one.
        </p>
        <p className="text-sm text-ink-soft">
          Diets are {diet_names.join(', ')}; contains is {allergen_names.join(', ')}, or none. An empty cell keeps what
          you said before; “not said” takes it back.
        </p>
        <KitchenFileLink to="/food/menu.csv">
          <Download aria-hidden="true" size={18} /> Download my menu
        </KitchenFileLink>
        <fetcher.Form method="post" encType="multipart/form-data" className="flex flex-wrap items-end gap-3">
          <input type="hidden" name="intent" value="import" />
          <ActsForField />
          <div className="min-w-0 max-w-full">
            <label htmlFor="csv-file" className="font-semibold">
              CSV file
            </label>
            <input
              id="csv-file"
              type="file"
              name="file"
              accept=".csv,text/csv"
              className="mt-1 block w-full max-w-full file-field"
            />
          </div>
          <button type="submit" className={buttonClass('quiet')} disabled={sending}>
            {sending ? 'One moment…' : 'Import'}
          </button>
        </fetcher.Form>
        {fetcher.lost && <LostLineNotice what="Your file may not have been imported." again={fetcher.again} />}
        {refused && <Notice kind="bad">{refused.said}</Notice>}
        {report && (
          <Notice kind={report.refused.length > 0 ? 'warn' : 'good'}>
            <p>
              {report.added} added, {report.changed} changed, {report.unchanged} as before
              {report.refused.length > 0 && `, ${report.refused.length} refused:`}
            </p>
            {report.refused.length > 0 && (
              <ul className="mt-2 list-disc space-y-1 pl-5 font-normal">
                {report.refused.map(({ line, name, problem }) => (
                  <li key={line}>
                    Line {line}
                    {name && ` (${name})`}: {problem}
                  </li>
                ))}
              </ul>
            )}
          </Notice>
        )}
      </div>
    </details>
  )
}
