import { Link } from 'react-router'
import { Titled } from '../../ui/titled.tsx'
import type { HistoryView } from './history-view.server.ts'

/** Who changed what in the kitchen, the newest first. What was done about an order stands in its own history. */
export function KitchenHistory({ history: { lines, older } }: { history: HistoryView }) {
  return (
    <Titled id="history" title="What was done here" className="mt-8 max-w-2xl">
      <p className="mt-1 text-ink-soft">Menu, prices, hours, pauses, people, PINs and tablets, for 400 days.</p>
      {lines.length === 0 && <p className="mt-3">Nothing was changed yet.</p>}
      <ol className="mt-3 divide-y divide-line">
        {lines.map(({ id, what, who, when }) => (
          <li key={id} className="py-2">
            <span className="font-semibold wrap-anywhere">{what}</span>
            <span className="block text-sm text-ink-soft wrap-anywhere">
              {when}, by {who}
            </span>
          </li>
        ))}
      </ol>
      {older !== null && (
        <Link
          className="inline-flex min-h-11 items-center text-link underline"
          to={`/vendor-staff?before=${older}#history-heading` satisfies Address}
        >
          Older
        </Link>
      )}
    </Titled>
  )
}
