import { Banknote, Bike, type LucideIcon, Mail, ReceiptText, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { useListAddress } from '../../../ui/lists/use-list-address.ts'
import { StatusChip } from '../../../ui/status-chip.tsx'
import type { TimelineView } from './timeline.server.ts'
import { type TimelineKind, timeline_kinds } from './timeline-entry.ts'

const icons: Readonly<Record<TimelineKind, LucideIcon>> = {
  order: ReceiptText,
  rider: Bike,
  money: Banknote,
  message: Mail,
  trouble: TriangleAlert,
}

const kinds = Object.keys(timeline_kinds) as TimelineKind[]

/** All that happened with an order, oldest first, in campus time; links above it show one kind alone. */
export function Timeline({ timeline }: { timeline: TimelineView }) {
  const { entries, show, all, counts } = timeline
  const to = useListAddress()
  return (
    <section aria-labelledby="timeline" className="card p-5">
      <h2 id="timeline" className="text-lg font-bold">
        Timeline
      </h2>
      <nav aria-label="What the timeline shows" className="mt-2 flex flex-wrap gap-2">
        <Chip to={to({ show: null })} name="Everything" count={all} chosen={show === null} />
        {kinds.map((kind) => (
          <Chip
            key={kind}
            to={to({ show: kind })}
            name={timeline_kinds[kind]}
            count={counts[kind] ?? 0}
            chosen={show === kind}
          />
        ))}
      </nav>
      {entries.length === 0 ? (
        <p className="mt-4 text-ink-soft">Nothing of this kind has happened.</p>
      ) : (
        <ol className="mt-4 grid gap-3">
          {entries.map((entry) => (
            <Line key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </section>
  )
}

function Chip({ to, name, count, chosen }: { to: string; name: string; count: number; chosen: boolean }) {
  return (
    <Link
      to={to}
      preventScrollReset
      aria-current={chosen ? 'true' : undefined}
      className={
        'inline-flex min-h-11 items-center gap-2 rounded-full border border-line bg-surface px-4 font-semibold ' +
        'aria-[current]:bg-ink aria-[current]:text-surface'
      }
    >
      {name} <span className="text-sm font-normal">{count}</span>
    </Link>
  )
}

function Line({ entry }: { entry: TimelineView['entries'][number] }) {
  const { kind, what, who, note, status, words, photo, to, day, time, iso } = entry
  const Sign = icons[kind]
  return (
    <li className="min-w-0">
      {day && <h3 className="mt-1 mb-2 text-sm font-bold text-ink-soft">{day}</h3>}
      <div className="grid grid-cols-[auto_1fr] gap-3">
        <span
          className={
            'grid size-9 place-items-center rounded-full ' +
            (kind === 'trouble' ? 'bg-bad-soft text-bad' : 'bg-sunken text-ink-soft')
          }
        >
          <Sign aria-hidden="true" size={18} />
          <span className="sr-only">{timeline_kinds[kind]}</span>
        </span>
        <div className="min-w-0 break-words">
          <p>
            <time dateTime={iso} className="mr-2 text-sm text-ink-soft tabular-nums">
              {time}
            </time>
            {to ? (
              <Link to={to} className="font-semibold text-link underline">
                {what}
              </Link>
            ) : (
              <span className="font-semibold">{what}</span>
            )}
            {who && <span className="text-ink-soft">, {who.startsWith('to ') ? who : `by ${who}`}</span>}{' '}
            {status && <StatusChip status={status} />}
          </p>
          {note && <p className="text-sm">{note}</p>}
          {photo && (
            <a className="inline-flex min-h-11 items-center text-link underline" href={photo}>
              Photo
            </a>
          )}
          {words && (
            <details className="text-sm">
              <summary className="min-h-11 content-center text-link underline">Read it</summary>
              <p className="rounded-control bg-sunken p-3 whitespace-pre-line">{words}</p>
            </details>
          )}
        </div>
      </div>
    </li>
  )
}
