import { useSearchParams } from 'react-router'
import { buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Whose boxes the rows of a list tick. */
export const CHOSEN_ROWS = 'chosen-rows'
/** So many are taken along at most. */
export const MOST_CHOSEN = 100

/**
 * Takes what is ticked in a list along as a file. A plain form: the browser downloads what it answers, or comes back
 * here where nothing was ticked.
 */
export function ExportChosen({ list }: { list: 'orders' | 'vendors' }) {
  const [query] = useSearchParams()
  const back = new URLSearchParams(query)
  back.delete('chosen')
  return (
    <form id={CHOSEN_ROWS} action={`/admin/export/${list}.csv` satisfies Address} className="mb-3 grid gap-3">
      {query.get('chosen') === 'none' && (
        <Notice kind="warn">Please choose at least one row, and at most {MOST_CHOSEN}.</Notice>
      )}
      <input type="hidden" name="chosen" value="yes" />
      <input type="hidden" name="back" value={back.toString()} />
      <div>
        <button type="submit" className={buttonClass('quiet')}>
          Export the chosen
        </button>
      </div>
    </form>
  )
}
