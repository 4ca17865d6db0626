import { Link } from 'react-router'
import { buttonClass } from '../button.tsx'

export type MonthChoice = { name: string; title: string; previous: string; next: string | null }

/** The month that a page is about, and the ways to the one before, the one after, and any other. */
export function MonthSteps({ path, month }: { path: Address; month: MonthChoice }) {
  return (
    <div className="mt-4 mb-5 flex flex-wrap items-end gap-3">
      <Link className={buttonClass('quiet')} to={`${path}?month=${month.previous}`} aria-label="Month before">
        ‹
      </Link>
      <h2 className="py-2.5 text-xl font-bold">{month.title}</h2>
      {month.next && (
        <Link className={buttonClass('quiet')} to={`${path}?month=${month.next}`} aria-label="Month after">
          ›
        </Link>
      )}
      <form action={path} className="flex items-end gap-2 sm:ml-auto">
        <label>
          <span className="text-sm font-semibold">Month</span>
          <input
            type="month"
            name="month"
            key={month.name}
            defaultValue={month.name}
            className="mt-1 block h-12 rounded-control border border-edge bg-surface px-3"
          />
        </label>
        <button type="submit" className={buttonClass('quiet')}>
          Show
        </button>
      </form>
    </div>
  )
}
