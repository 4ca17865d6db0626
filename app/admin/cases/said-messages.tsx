import { Link } from 'react-router'
import { StatusChip } from '../../ui/status-chip.tsx'
import type { SaidView } from './case-view.server.ts'

/** What was said lately to who a case is about, newest first. */
export function SaidMessages({ messages }: { messages: readonly SaidView[] }) {
  return (
    <section aria-labelledby="said" className="card p-5">
      <h2 id="said" className="text-lg font-bold">
        What was said to them
      </h2>
      {messages.length === 0 && <p className="mt-2 text-ink-soft">No text message or mail of the last 30 days.</p>}
      <ul className="mt-3 grid grid-cols-1 gap-3">
        {messages.map(({ id, what, when, words, status }) => (
          <li key={id} className="min-w-0 break-words">
            <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
              <Link className="text-link underline" to={`/admin/messages?message=${id}` satisfies Address}>
                {what}
              </Link>
              {when} <StatusChip status={status} />
            </p>
            <details>
              <summary className="min-h-11 content-center text-link underline">Its words</summary>
              <p className="rounded-control bg-sunken p-3 whitespace-pre-line">{words}</p>
            </details>
          </li>
        ))}
      </ul>
    </section>
  )
}
