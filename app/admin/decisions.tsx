import { Section } from '../ui/details-dialog.tsx'
import type { DecisionInWords } from './decisions-in-words.server.ts'

/** What admins decided about somebody before, newest first. */
export function Decisions({ decisions }: { decisions: readonly DecisionInWords[] }) {
  return decisions.length === 0 ? null : (
    <Section name="Decisions">
      <ol className="grid gap-2">
        {decisions.map((decision) => (
          <li key={decision.id}>
            <span className="font-semibold">{decision.what}</span>{' '}
            <span className="text-ink-soft">
              {decision.when}, by {decision.who}
            </span>
            {decision.reason && <span className="block text-sm">{decision.reason}</span>}
          </li>
        ))}
      </ol>
    </Section>
  )
}
