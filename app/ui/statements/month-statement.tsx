import { formatNaira, type Kobo } from '../../../domain/money.ts'
import { StepLinks } from '../lists/step-links.tsx'
import type { MonthChoice } from './month-steps.tsx'
import { type ShownLine, StatementTable } from './statement-table.tsx'

/** A vendor's account in a month: what was owed before, line by line what came and went, what is owed at the end. */
export function MonthStatement(props: {
  path: Address
  statement: {
    month: MonthChoice
    opening: Kobo
    closing: Kobo
    lines: readonly ShownLine[]
    next: number | null
    first: boolean
  }
  order_path: (order_id: number) => Address
  empty: string
}) {
  const { path, order_path, empty } = props
  const { month, opening, closing, lines, next, first } = props.statement
  const here = `${path}?month=${month.name}`
  return (
    <>
      <dl className="mb-4 flex flex-wrap gap-x-8 gap-y-2">
        <div>
          <dt className="text-sm text-ink-soft">Owed before the month</dt>
          <dd className="money text-lg font-bold">{formatNaira(opening)}</dd>
        </div>
        <div>
          <dt className="text-sm text-ink-soft">{month.next ? 'Owed at its end' : 'Owed now'}</dt>
          <dd className="money text-lg font-bold">{formatNaira(closing)}</dd>
        </div>
      </dl>
      {lines.length === 0 ? (
        <p className="card p-8 text-center font-semibold">{empty}</p>
      ) : (
        <StatementTable caption={`The account in ${month.title}, newest first`} lines={lines} order_path={order_path} />
      )}
      {(next !== null || !first) && (
        <StepLinks
          previous={first ? null : here}
          next={next === null ? null : `${here}&before=${next}`}
          text={first ? 'Newest' : 'Older'}
        />
      )}
    </>
  )
}
