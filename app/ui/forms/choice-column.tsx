import type { Column } from '../lists/data-table.tsx'

/** The column in which rows are ticked for a form that stands elsewhere; null where a row cannot be. */
export function choiceColumn<Row>(
  form: string,
  choiceOf: (row: Row) => { id: number; what: string } | null,
): Column<Row> {
  return {
    name: 'Choose',
    cell(row) {
      const choice = choiceOf(row)
      return (
        choice && (
          <label className="inline-grid size-11 place-items-center">
            <span className="sr-only">Choose {choice.what}</span>
            <input type="checkbox" form={form} name={`chosen_${choice.id}`} value="yes" className="size-5" />
          </label>
        )
      )
    },
  }
}
