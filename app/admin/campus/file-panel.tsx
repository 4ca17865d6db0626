import { Download } from 'lucide-react'
import { useState } from 'react'
import type { CampusImport } from '../../../domain/places/import-campus.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { FileField } from '../../ui/forms/file-field.tsx'
import { LostLineNotice } from '../../ui/forms/lost-line-notice.tsx'
import { useAnswer } from '../../ui/forms/use-answer.ts'
import { usePageAnswer } from '../../ui/forms/use-page-answer.ts'
import { Notice } from '../../ui/notice.tsx'
import type { CampusAnswer } from './campus-answer.ts'

/** The campus as a GeoJSON file and back: what a file would bring is shown before it is saved. */
export function FilePanel({ open }: { open: boolean }) {
  const { fetcher, sending, refused } = useAnswer<CampusAnswer>('read_file')
  const before = usePageAnswer<CampusAnswer>()
  const answer = fetcher.data ?? (before && ['read_file', 'import'].includes(before.intent) ? before : undefined)
  const [imported, setImported] = useState<CampusAnswer['preview']>()
  const preview = sending || answer?.preview === imported ? undefined : answer?.preview
  return (
    <section aria-labelledby="file-heading" id="file" className="mt-8">
      <details className="card p-5" open={open || answer !== undefined}>
        <summary className="min-h-11 content-center">
          <h2 id="file-heading" className="inline text-xl font-bold">
            As a file (GeoJSON)
          </h2>
        </summary>
        <div className="mt-3 grid gap-4">
          <p className="max-w-2xl text-sm text-ink-soft">
            Points are places, with name, kind (gate, hostel, faculty, market, building, junction), landmark,
            meeting_point and verified among their properties. Lines are ways, with from, to, walk_minutes,
            ride_minutes, closed_from and closed_until. A known name changes that place, a new name adds one, and what
            the file does not name stays as it is.
          </p>
          <a
            className={buttonClass('quiet', 'justify-self-start')}
            href={'/admin/export/campus.geojson' satisfies Address}
            download
          >
            <Download aria-hidden="true" size={18} /> Download the campus
          </a>
          <fetcher.Form method="post" encType="multipart/form-data" className="flex flex-wrap items-end gap-3">
            <input type="hidden" name="intent" value="read_file" />
            <FileField
              name="file"
              label="GeoJSON file"
              accept=".geojson,.json,application/geo+json"
              error={refused?.errors['file'] ?? refused?.said}
            />
            <button type="submit" className={buttonClass('quiet')} disabled={sending}>
              {sending ? 'One moment…' : 'See what it brings'}
            </button>
          </fetcher.Form>
          {fetcher.lost && <LostLineNotice what="Your file was not read." again={fetcher.again} />}
          {preview && <Preview key={preview.good} preview={preview} onDone={() => setImported(preview)} />}
        </div>
      </details>
    </section>
  )
}

function Preview({ preview, onDone }: { preview: CampusImport & { good: string }; onDone(): void }) {
  const { places, ways, wrong, good } = preview
  const brings = places.added + places.changed + ways.added + ways.changed
  return (
    <>
      <Notice kind={wrong.length > 0 ? 'warn' : 'good'}>
        <p>
          Places: {inWords(places)}. Ways: {inWords(ways)}.{' '}
          {wrong.length > 0 && `${wrong.length} ${wrong.length === 1 ? 'feature is' : 'features are'} left out:`}
        </p>
        {wrong.length > 0 && (
          <ul className="mt-2 list-disc space-y-1 pl-5 font-normal">
            {wrong.map(({ feature, name, problem }) => (
              <li key={feature}>
                Feature {feature}
                {name && ` (${name})`}: {problem}
              </li>
            ))}
          </ul>
        )}
      </Notice>
      {brings > 0 ? (
        <ActionForm
          intent="import"
          button="Bring it onto the campus"
          busy="Saving…"
          look="brand"
          multipart
          onDone={onDone}
        >
          <input type="hidden" name="_good" value={good} />
        </ActionForm>
      ) : (
        <p>The campus has all of this already. There is nothing to save.</p>
      )}
    </>
  )
}

function inWords({ added, changed, unchanged }: CampusImport['places']): string {
  return `${added} new, ${changed} changed, ${unchanged} as they are`
}
