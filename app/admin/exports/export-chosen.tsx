import { buttonClass } from '../../ui/button.tsx'

/** Whose boxes the rows of a list tick. */
export const CHOSEN_ROWS = 'chosen-rows'

/** Takes what is ticked in a list along as a file. A plain form: the browser downloads what it answers. */
export function ExportChosen({ list }: { list: 'orders' | 'vendors' }) {
  return (
    <form id={CHOSEN_ROWS} action={`/admin/export/${list}.csv` satisfies Address} className="mb-3">
      <input type="hidden" name="chosen" value="yes" />
      <button type="submit" className={buttonClass('quiet')}>
        Export the chosen
      </button>
    </form>
  )
}
