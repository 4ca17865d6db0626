import { useEffect, useEffectEvent, useRef } from 'react'
import { Form, useSubmit } from 'react-router'
import { MOST_COUNTED } from '../../../domain/list-sizes.ts'
import { buttonClass } from '../button.tsx'
import { KeptColumns } from '../lists/kept-columns.tsx'

const REST_MS = 350
const presses = ['pointerdown', 'click', 'submit']

type SearchFormProps = {
  /** The list's own path: a search begins at the first page and closes what was open. */
  action: Address
  /** What stands above the box; without it the list has no search. */
  label?: string
  search?: string
  /** What else narrows the list, and stays so. */
  keeps?: Readonly<Record<string, string>>
  filter?: {
    label: string
    name?: string
    value: string
    options: readonly string[]
    /** How many rows each of them has in all. */
    counts?: Readonly<Record<string, number>>
  }
}

/**
 * Search and filter of a list, kept in its address. Typing asks after a short rest, unless a link or a form is pressed
 * meanwhile; without script its button does.
 */
export function SearchForm({ action, label, search = '', keeps = {}, filter }: SearchFormProps) {
  const submit = useSubmit()
  const form = useRef<HTMLFormElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  const drop = () => {
    clearTimeout(rest.current)
    rest.current = undefined
  }
  const ask = () => {
    drop()
    submit(form.current, { replace: true, preventScrollReset: true })
  }
  const later = () => {
    drop()
    rest.current = setTimeout(ask, REST_MS)
  }
  useEffect(() => {
    if (box.current && document.activeElement !== box.current) box.current.value = search
  }, [search])
  // Whoever presses a link goes where it leads: what was typed before does not take them elsewhere, nor take the link
  // from under their finger.
  const pressed = useEffectEvent(({ type, target }: Event) => {
    if (!rest.current || !(type === 'submit' || (target instanceof Element && target.closest('a')))) return
    if (type === 'pointerdown') later()
    else drop()
  })
  useEffect(() => {
    for (const kind of presses) addEventListener(kind, pressed, true)
    return () => {
      clearTimeout(rest.current)
      for (const kind of presses) removeEventListener(kind, pressed, true)
    }
  }, [])

  return (
    <Form ref={form} action={action} role="search" className="mt-5 mb-2 flex flex-wrap items-end gap-3">
      {Object.entries(keeps).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <KeptColumns />
      {label && (
        <label className="min-w-0 grow basis-56">
          <span className="text-sm font-semibold">{label}</span>
          <input
            ref={box}
            type="search"
            name="q"
            defaultValue={search}
            maxLength={80}
            autoComplete="off"
            className="mt-1 h-12 w-full rounded-control border border-edge bg-surface px-4"
            onChange={later}
          />
        </label>
      )}
      {filter && (
        <label>
          <span className="text-sm font-semibold">{filter.label}</span>
          <select
            key={filter.value}
            name={filter.name ?? 'status'}
            defaultValue={filter.value}
            className="mt-1 block h-12 rounded-control border border-edge bg-surface px-3"
            onChange={ask}
          >
            {filter.options.map((option) => (
              <option key={option} value={option}>
                {option}
                {filter.counts && ` (${countText(filter.counts[option] ?? 0)})`}
              </option>
            ))}
          </select>
        </label>
      )}
      <button type="submit" className={buttonClass('brand')}>
        {label ? 'Search' : 'Show'}
      </button>
    </Form>
  )
}

const countText = (count: number) => (count > MOST_COUNTED ? `${MOST_COUNTED}+` : String(count))
