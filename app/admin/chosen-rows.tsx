import { useSearchParams } from 'react-router'
import { buttonClass } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

/** Whose boxes the rows of a list tick. */
export const CHOSEN_ROWS = 'chosen-rows'
/** So many are taken along, or written to, at most. */
export const MOST_CHOSEN = 100

/**
 * What is done with what is ticked in a list: taken along as a file, or written to. A plain form: the browser downloads
 * what it answers, goes where the text is written, or comes back here where nothing was ticked.
 */
export function ChosenRows(props: { list: 'orders' | 'vendors' | 'riders'; exports: boolean; writes: boolean }) {
  const { list, exports, writes } = props
  const [query] = useSearchParams()
  const back = new URLSearchParams(query)
  back.delete('chosen')
  return (
    <form id={CHOSEN_ROWS} action={'/admin/tell' satisfies Address} className="mb-3 grid gap-3">
      {query.get('chosen') === 'none' && (
        <Notice kind="warn">Please choose at least one row, and at most {MOST_CHOSEN}.</Notice>
      )}
      <input type="hidden" name="chosen" value="yes" />
      <input type="hidden" name="list" value={list} />
      <input type="hidden" name="back" value={back.toString()} />
      <div className="flex flex-wrap gap-2">
        {exports && (
          <button
            type="submit"
            formAction={`/admin/export/${list}.csv` satisfies Address}
            className={buttonClass('quiet')}
          >
            Export the chosen
          </button>
        )}
        {writes && (
          <button type="submit" className={buttonClass('quiet')}>
            Write to the chosen
          </button>
        )}
      </div>
    </form>
  )
}
