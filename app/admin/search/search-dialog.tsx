import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useFetcher, useNavigate } from 'react-router'
import { isLostLine, type LostLine } from '../../ui/forms/answer-lost-line.ts'
import { LostLineNotice } from '../../ui/forms/lost-line-notice.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import type { FoundGroup } from './search-view.server.ts'

/** Between the last letter and the question. */
const REST_MS = 200

/** A box to type into, and what was found below it: the arrows choose, Enter opens, Escape closes. */
export function SearchDialog({ onClose }: { onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  const id = useId()
  const [typed, type] = useState('')
  const [chosen, choose] = useState(0)
  const navigate = useNavigate()
  const fetcher = useFetcher<{ search: string; groups: readonly FoundGroup[] } | LostLine>()
  const answer = isLostLine(fetcher.data) ? undefined : fetcher.data
  const wanted = typed.trim()
  const groups = wanted === '' ? [] : (answer?.groups ?? [])
  const rows = groups.flatMap((group) => group.rows)
  const is_answered = fetcher.state === 'idle' && answer?.search === typed
  const place = Math.min(chosen, rows.length - 1)

  useEffect(() => {
    dialog.current?.showModal()
    return () => clearTimeout(rest.current)
  }, [])

  const onType = (text: string) => {
    type(text)
    choose(0)
    clearTimeout(rest.current)
    const ask = () => void fetcher.load(`/admin/search?q=${encodeURIComponent(text)}` satisfies Address)
    if (text.trim() !== '') rest.current = setTimeout(ask, REST_MS)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && rows.length > 0) {
      event.preventDefault()
      choose((place + step + rows.length) % rows.length)
    }
    const row = rows[place]
    if (event.key === 'Enter' && row && is_answered) {
      event.preventDefault()
      navigate(row.to)
    }
  }

  return (
    <dialog
      ref={dialog}
      aria-label="Search everything"
      closedby="any"
      className="sheet details-sheet rounded-card bg-surface p-4 text-ink"
      onClose={onClose}
    >
      <input
        autoFocus
        role="combobox"
        aria-label="Order number, name, phone, kitchen, dish, payment reference or rider"
        aria-expanded={rows.length > 0}
        aria-controls={`${id}-found`}
        aria-autocomplete="list"
        aria-activedescendant={rows.length > 0 ? `${id}-${place}` : undefined}
        placeholder="Order, name, phone, kitchen, dish, reference…"
        maxLength={80}
        autoComplete="off"
        className="h-12 w-full rounded-control border border-edge bg-surface px-4"
        value={typed}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <p role="status" className="mt-2 min-h-6 text-sm text-ink-soft">
        {wanted !== '' && (is_answered ? foundInWords(rows.length, wanted) : 'Looking…')}
      </p>
      {isLostLine(fetcher.data) && <LostLineNotice what="Nothing was looked up." />}
      <Found id={id} groups={groups} place={place} choose={choose} go={navigate} />
    </dialog>
  )
}

type FoundProps = {
  id: string
  groups: readonly FoundGroup[]
  /** Which row is chosen, counted through all groups. */
  place: number
  choose(nth: number): void
  go(to: string): void
}

function Found({ id, groups, place, choose, go }: FoundProps) {
  const rows = groups.flatMap((group) => group.rows)
  return (
    <div id={`${id}-found`} role="listbox" aria-label="What was found" className="grid gap-2">
      {groups.map(({ name, rows: found }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list box.
        <div key={name} role="group" aria-label={name}>
          <p aria-hidden="true" className="px-3 pt-2 text-sm font-bold text-ink-soft">
            {name}
          </p>
          {found.map((row) => {
            const nth = rows.indexOf(row)
            return (
              // biome-ignore lint/a11y/useFocusableInteractive: the box keeps the focus and says which is chosen.
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the box.
              <div
                key={row.key}
                id={`${id}-${nth}`}
                role="option"
                aria-selected={nth === place}
                className={
                  'flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 rounded-control px-3 py-2 ' +
                  'aria-selected:bg-sunken'
                }
                onPointerMove={() => choose(nth)}
                onClick={() => go(row.to)}
              >
                <span className="min-w-0 grow break-words">
                  <strong className="block">{row.title}</strong>
                  <span className="text-sm text-ink-soft">{row.about}</span>
                </span>
                {row.status && <StatusChip status={row.status} />}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

function foundInWords(count: number, wanted: string): string {
  if (count === 0) return `Nothing was found for “${wanted}”.`
  return count === 1 ? '1 found' : `${count} found`
}
