import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { placesFor } from './places-for.ts'
import type { ChosenPlace } from './use-checkout-form.ts'

type Shown = { found: readonly string[]; before: string; active: number }

const LIST = 'place-list'
const optionId = (index: number) => `${LIST}-${index}`

/**
 * The places that go on from what is typed, below the address: a combobox by the ARIA pattern, in the stead of the
 * browser's own list, which many phones hide. It comes later than the field, so it takes hold of it here.
 */
export function PlaceList(props: {
  field(): HTMLInputElement | undefined
  names: readonly string[]
  /** Right below the field. */
  list: RefObject<HTMLElement | null>
  /** With what was typed besides. */
  onChoose(place: ChosenPlace, typed: string): void
}) {
  const { field, names, list } = props
  const [shown, setShown] = useState<Shown | null>(null)

  const look = useEffectEvent(() => {
    const found = placesFor(field()?.value ?? '', names)
    setShown(found.found.length > 0 ? { ...found, active: -1 } : null)
  })
  const choose = (name: string) => {
    props.onChoose({ name }, shown?.before ?? '')
    setShown(null)
    const input = field()
    input?.focus()
    input?.setSelectionRange(input.value.length, input.value.length)
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    const input = field()
    if (event.key === 'ArrowDown' && !shown) {
      const typed = input?.value ?? ''
      const { found, before } = placesFor(typed, names)
      setShown({ found: found.length > 0 ? found : names, before, active: 0 })
    } else if (!shown) return
    else if (event.key === 'ArrowDown') setShown({ ...shown, active: (shown.active + 1) % shown.found.length })
    else if (event.key === 'ArrowUp') {
      setShown({ ...shown, active: (shown.active < 1 ? shown.found.length : shown.active) - 1 })
    } else if (event.key === 'Escape') setShown(null)
    else if (event.key === 'Enter' && shown.found[shown.active]) choose(shown.found[shown.active] ?? '')
    else return
    event.preventDefault()
  })
  const close = useEffectEvent(() => setShown(null))

  useEffect(() => {
    const input = field()
    if (!input) return
    const gone = new AbortController()
    input.removeAttribute('list')
    for (const [name, value] of Object.entries({ role: 'combobox', 'aria-autocomplete': 'list' })) {
      input.setAttribute(name, value)
    }
    input.addEventListener('input', look, gone)
    input.addEventListener('keydown', press, gone)
    input.addEventListener('blur', close, gone)
    // Whoever is typing just now sees the list at once.
    if (document.activeElement === input) look()
    return () => gone.abort()
  }, [field])

  useEffect(() => {
    const input = field()
    input?.setAttribute('aria-expanded', String(shown !== null))
    input?.setAttribute('aria-controls', LIST)
    if (shown && shown.active >= 0) {
      input?.setAttribute('aria-activedescendant', optionId(shown.active))
      document.getElementById(optionId(shown.active))?.scrollIntoView({ block: 'nearest' })
    } else input?.removeAttribute('aria-activedescendant')
  }, [field, shown])

  return list.current && createPortal(<Options shown={shown} choose={choose} />, list.current)
}

function Options({ shown, choose }: { shown: Shown | null; choose(name: string): void }) {
  return (
    <>
      <div
        id={LIST}
        role="listbox"
        tabIndex={-1}
        aria-label="Places on campus"
        hidden={!shown}
        className={
          'absolute inset-x-0 top-1 z-10 max-h-72 overflow-y-auto rounded-control border border-edge ' +
          'bg-surface py-1 shadow-raised'
        }
        // The field keeps the focus, and hears the keys.
        onMouseDown={(event) => event.preventDefault()}
      >
        {shown?.found.map((name, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and hears the keys.
          <div
            key={name}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === shown.active}
            className={
              'flex min-h-11 cursor-pointer items-center px-4 py-2 hover:bg-sunken aria-selected:bg-sunken ' +
              'aria-selected:font-bold'
            }
            onClick={() => choose(name)}
          >
            {name}
          </div>
        ))}
      </div>
      <p role="status" className="sr-only">
        {shown && `${shown.found.length === 1 ? '1 place' : `${shown.found.length} places`}. Use the arrow keys.`}
      </p>
    </>
  )
}
