import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { AnswerBoard } from './forms/answer-board.tsx'
import { StatusChip } from './status-chip.tsx'

type DetailsDialogProps = {
  title: string
  status: string
  /** Where closing leads: the list without what is open in it. */
  close_to: string
  children: ReactNode
}

/**
 * One row of a list, opened by the address (`?order=12`), so that it can be linked, reloaded and gone back from. The
 * server sends it open and it stands above its list; with script it becomes a modal dialog. Answers to its forms show
 * at its top. Render it before the list, and with a `key` of what it shows.
 */
export function DetailsDialog({ title, status, close_to, children }: DetailsDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  const navigate = useNavigate()
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    const { scrollTop } = element
    const focused = document.activeElement as HTMLElement | null
    // Closing gives the focus back to what had it; on a page opened by its address, to the link to the same row.
    if (focused === document.body) {
      const own_link = `a[href="${CSS.escape(location.pathname + location.search)}"]`
      document.querySelector<HTMLElement>(own_link)?.focus({ preventScroll: true })
    }
    // Opened without script it is not modal, and `close` would lead away from it.
    element.removeAttribute('open')
    element.showModal()
    // Somebody may have begun to read and write before the script came.
    if (element.contains(focused)) focused?.focus({ preventScroll: true })
    element.scrollTop = scrollTop
  }, [])
  return (
    <dialog
      ref={dialog}
      open
      aria-labelledby={heading}
      closedby="any"
      className="sheet details-sheet rounded-card bg-surface p-5 text-ink"
      onClose={(event) => {
        // A dialog inside this one closes for itself.
        if (event.target === dialog.current) navigate(close_to, { replace: true, preventScrollReset: true })
      }}
    >
      <div className="mb-4 flex items-start gap-3">
        <h2 id={heading} className="mr-auto min-w-0 text-xl font-bold">
          {title} <StatusChip status={status} />
        </h2>
        <Link
          to={close_to}
          replace
          preventScrollReset
          aria-label="Close"
          className="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-control hover:bg-sunken"
          onClick={(event) => {
            // Closing the dialog gives the focus back to what opened it, and leads to the same place.
            event.preventDefault()
            dialog.current?.close()
          }}
        >
          <X aria-hidden="true" size={20} />
        </Link>
      </div>
      <div className="grid gap-5">
        <AnswerBoard>{children}</AnswerBoard>
      </div>
    </dialog>
  )
}

type Fact = readonly [name: string, value: ReactNode]

/** Names and values of what a dialog shows; "N/A" stands for what is missing. A row that is none is left out. */
export function Facts({ facts }: { facts: readonly (Fact | false | '' | null | undefined)[] }) {
  return (
    <dl className="grid gap-x-4 gap-y-1.5 sm:grid-cols-[minmax(7rem,auto)_1fr]">
      {facts
        .filter((fact) => !!fact)
        .map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-sm text-ink-soft sm:text-base">{name}</dt>
            <dd className="mb-1.5 min-w-0 break-words sm:mb-0">
              {value === null || value === undefined || value === '' || value === false ? 'N/A' : value}
            </dd>
          </div>
        ))}
    </dl>
  )
}

/** A part of what a dialog shows, under its heading. */
export function Section({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name}>
      <h3 className="mb-1 font-bold">{name}</h3>
      {children}
    </section>
  )
}

type Move = { id: string | number; what: string; when: string; who: string; reason: string | null }

/** What happened to an order or a payout, oldest first: what, when, by whom and why. */
export function History({ moves }: { moves: readonly Move[] }) {
  return (
    <Section name="History">
      <ol className="grid gap-2">
        {moves.map((move) => (
          <li key={move.id}>
            <span className="font-semibold">{move.what}</span>{' '}
            <span className="break-words text-ink-soft">
              {move.when}, by {move.who}
            </span>
            {move.reason && <span className="block text-sm">{move.reason}</span>}
          </li>
        ))}
      </ol>
    </Section>
  )
}
