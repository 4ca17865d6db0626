import { Download } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { Link } from 'react-router'
import { buttonClass } from '../../ui/button.tsx'
import { counted } from '../../ui/counted.ts'
import { LostLineNotice } from '../../ui/forms/lost-line-notice.tsx'
import { useAnswer } from '../../ui/forms/use-answer.ts'
import { type Column, DataTable } from '../../ui/lists/data-table.tsx'
import { StepLinks } from '../../ui/lists/step-links.tsx'
import { useListAddress } from '../../ui/lists/use-list-address.ts'
import { Notice } from '../../ui/notice.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import type { KitchensAnswer } from './kitchens-action.server.ts'
import type { FileView, LineView } from './kitchens-view.server.ts'
import { tookIn } from './taken-in-words.ts'

type View = FileView & { texts_cost: string }

/** One file: what it will do and has done, its lines, and those that go back. */
export function KitchenFile({ view }: { view: View }) {
  const { file, done, counts } = view
  return (
    <>
      <p className="mt-2 break-words">
        <strong>{file.name}</strong>, brought {file.brought}.{' '}
        <Link to={'/admin/kitchens' satisfies Address} className="text-link underline">
          Another file
        </Link>
      </p>
      <div className="mt-4 grid max-w-3xl gap-4">
        {done ? <Report view={view} /> : <TakeIn view={view} />}
        {counts.Wrong > 0 && (
          <a
            className={buttonClass('quiet', 'justify-self-start')}
            href={`/admin/kitchens/lines.csv?file=${file.id}` satisfies Address}
          >
            <Download aria-hidden="true" size={18} /> Download {counted(counts.Wrong, 'wrong line')} to correct
          </a>
        )}
      </div>
      <Lines view={view} />
    </>
  )
}

function Report({ view: { file, done, counts } }: { view: View }) {
  return (
    <Notice kind={file.taken_in.left > 0 ? 'warn' : 'good'}>
      Taken in {done}: {tookIn(file.taken_in)}.
      {counts.Wrong > 0 && ' Correct those that are wrong below, and bring that file.'}
    </Notice>
  )
}

function TakeIn({ view }: { view: View }) {
  const { file, begun, counts, texts_cost } = view
  const { fetcher, sending, refused, onSubmit } = useAnswer<KitchensAnswer>('take_in')
  const { data, state, lost } = fetcher
  const goes_on = data?.goes_on === true
  const goOn = useEffectEvent(() => {
    void fetcher.submit({ intent: 'take_in', file_id: file.id }, { method: 'post' })
  })
  // A slice at a time, so that no answer is long in coming; who leaves goes on here later.
  useEffect(() => {
    if (state === 'idle' && goes_on && data) goOn()
  }, [state, goes_on, data])
  const [kitchens, dishes, changed] = [counts['New kitchen'], counts['New dish'], counts['Changed dish']]
  const is_under_way = sending || goes_on
  const what = `${counted(kitchens, 'kitchen')} and ${counted(dishes + changed, 'dish', 'dishes')}`
  return (
    <>
      <p>
        {counted(kitchens, 'new kitchen')}, {counted(dishes, 'new dish', 'new dishes')},{' '}
        {counted(changed, 'changed dish', 'changed dishes')}, {counted(counts['As before'], 'line')} as before,{' '}
        {counted(counts.Wrong, 'wrong line')}.
      </p>
      {(begun || is_under_way) && (
        <div role="status">
          <label>
            {file.seen_to} of {counted(file.kitchens, 'kitchen')} seen to
            <progress className="mt-1 block h-3 w-full" max={file.kitchens} value={file.seen_to} />
          </label>
        </div>
      )}
      {kitchens + dishes + changed === 0 && !begun ? (
        <Notice kind="warn">Nothing of this file is to be taken in.</Notice>
      ) : (
        <fetcher.Form method="post" className="grid gap-3" onSubmit={onSubmit}>
          <input type="hidden" name="intent" value="take_in" />
          <input type="hidden" name="file_id" value={file.id} />
          {kitchens > 0 && (
            <p className="text-ink-soft">
              {counted(kitchens, 'owner')} {kitchens === 1 ? 'gets' : 'get'} a text message, {texts_cost} at most.
            </p>
          )}
          {refused?.said && <Notice kind="bad">{refused.said}</Notice>}
          {lost && <LostLineNotice what="It stopped here, and can go on." again={fetcher.again} />}
          <div>
            <button type="submit" className={buttonClass('primary')} disabled={is_under_way}>
              {is_under_way ? 'Taking in…' : `${begun ? 'Go on: take in' : 'Take in'} ${what}`}
            </button>
          </div>
        </fetcher.Form>
      )}
    </>
  )
}

function Lines({ view: { counts, show, lines, page, pages } }: { view: View }) {
  const to = useListAddress()
  const shown = Object.entries(counts).filter(([name, count]) => count > 0 || name === show)
  return (
    <>
      <nav aria-label="Lines" className="mt-6 mb-3 flex flex-wrap gap-2">
        {shown.map(([name, count]) => (
          <Link
            key={name}
            to={to({ show: name === 'All' ? null : name, page: null })}
            preventScrollReset
            aria-current={name === show ? 'true' : undefined}
            className={buttonClass(name === show ? 'brand' : 'quiet')}
          >
            {name} ({count})
          </Link>
        ))}
      </nav>
      {lines.length === 0 ? (
        <p className="card p-5 text-center">No line is like that now.</p>
      ) : (
        <DataTable caption="Lines of the file" rows={lines} keyOf={(line) => line.line} columns={columns} />
      )}
      {pages > 1 && (
        <StepLinks
          previous={page > 1 ? to({ page: page - 1 }) : null}
          next={page < pages ? to({ page: page + 1 }) : null}
          text={`Page ${page} of ${pages}`}
        />
      )}
    </>
  )
}

const columns: readonly Column<LineView>[] = [
  { name: 'Line', names_row: true, cell: ({ line }) => line },
  { name: 'Kitchen', cell: ({ kitchen }) => kitchen || 'N/A' },
  { name: 'Dish', cell: ({ dish }) => dish || 'N/A' },
  {
    name: 'What it will do',
    cell: ({ kinds, will }) => (
      <>
        {kinds.includes('Wrong') && <StatusChip status="Wrong" />} {will}
      </>
    ),
  },
]
