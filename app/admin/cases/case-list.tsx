import { Link } from 'react-router'
import { StatusChip } from '../../ui/status-chip.tsx'
import type { CaseView } from './case-view.server.ts'

/** A few cases, each with the way to it. */
export function CaseList({ cases }: { cases: readonly CaseView[] }) {
  return (
    <ul className="grid gap-2">
      {cases.map((one) => (
        <li key={one.id} className="min-w-0 break-words">
          <Link className="font-semibold text-link underline" to={`/admin/cases/${one.id}` satisfies Address}>
            Case {one.id}: {one.title}
          </Link>{' '}
          <StatusChip status={one.status} /> {one.is_late && <StatusChip status="Due" />}
          <span className="block text-sm text-ink-soft">
            {one.left ?? `${one.has_it} has it`}
            {one.due && `, due ${one.due}`}, about {one.about.text}
          </span>
        </li>
      ))}
    </ul>
  )
}
