import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { DeliveryPlace } from '../../../domain/places/delivery-places.ts'
import { keepPlace, useKnownPlace } from './known-place.ts'
import { type Reach, rideText, useReach } from './use-reach.ts'

/** Where the note about a kitchen goes on its card: `<p data-kitchen="…">`, empty as it is rendered. */
const SLOT = '[data-kitchen]'
/** Where its window goes, in place of the delivery time in its own words. */
const WINDOW_SLOT = '[data-window]'

type Kitchen = { user_id: string; name: string }

/**
 * Lets somebody say where they are, and then says which kitchens do not deliver there: of a list on their cards, and of
 * one kitchen in words. The page is the same for everybody, so this is asked once it is awake, and comes later than the
 * page's own script. Nothing moves when it is there: its room is kept, and cards carry the note on their picture.
 */
export function DeliverTo(props: {
  places: readonly DeliveryPlace[]
  /** The kitchen of a menu. */
  vendor?: Kitchen
  /** Another value where the page shows other cards. */
  cards?: unknown
}): ReactNode {
  const { places, vendor: kitchen, cards } = props
  const place = useKnownPlace()
  const { reach, is_gone } = useReach(place)
  const select = useRef<HTMLSelectElement>(null)
  const [slots, setSlots] = useState<readonly HTMLElement[]>([])
  const [window_slots, setWindowSlots] = useState<readonly HTMLElement[]>([])

  const choose = (value: string) => keepPlace(places.find(({ id }) => String(id) === value) ?? null)
  // What was chosen before this was awake counts.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it wakes.
  useEffect(() => {
    if (select.current?.value) choose(select.current.value)
  }, [])
  useEffect(() => {
    if (select.current) select.current.value = place ? String(place.id) : ''
  }, [place])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cards are on the page when the list is.
  useEffect(() => {
    setSlots([...document.querySelectorAll<HTMLElement>(SLOT)])
    setWindowSlots([...document.querySelectorAll<HTMLElement>(WINDOW_SLOT)])
  }, [cards, kitchen])

  const known = reach === 'unknown' ? null : reach
  const at = known?.place ? { ...known, place: known.place } : null
  const notes = slots.flatMap((slot) => {
    const beyond = known?.beyond.find(({ vendor_id }) => vendor_id === slot.dataset['kitchen'])
    return at && beyond ? createPortal(<Note {...beyond} place={at.place.name} />, slot) : []
  })
  const windows = window_slots.flatMap((slot) => {
    const window = known?.coming?.windows.find(({ vendor_id }) => vendor_id === slot.dataset['window'])
    return window ? createPortal(window.card, slot) : []
  })
  return (
    <>
      <label className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-3">
        <span className="font-semibold">Deliver to:</span>
        <select
          ref={select}
          defaultValue=""
          className="h-12 min-w-0 max-w-full grow rounded-control border border-edge bg-surface px-3 sm:grow-0"
          onChange={(event) => choose(event.currentTarget.value)}
        >
          <option value="">Anywhere on campus</option>
          {place && !places.some(({ id }) => id === place.id) && <option value={place.id}>{place.name}</option>}
          {places.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <p role="status" className="mt-1 text-sm text-ink-soft">
        {is_gone ? (
          'Your place is not on the campus any more. Please choose another.'
        ) : place && reach === 'unknown' ? (
          `We could not ask who delivers to ${place.name}. The checkout says so.`
        ) : at?.is_closed ? (
          `We do not deliver to ${at.place.name} at the moment.`
        ) : at ? (
          <Said reach={at} place={at.place.name} kitchen={kitchen} notes={notes.length} />
        ) : place ? (
          ''
        ) : (
          `Choose your place to see ${kitchen ? `whether ${kitchen.name} delivers there` : 'who delivers there'}.`
        )}
      </p>
      {!known?.is_closed && notes}
      {windows}
    </>
  )
}

function Note({ place, instead }: { place: string; instead: string | null }) {
  return (
    <span
      className={
        'absolute top-3 right-16 left-3 rounded-control bg-warn-soft px-3 py-1.5 text-sm font-semibold text-warn'
      }
    >
      {beyondText(place, instead)}
    </span>
  )
}

function Said(props: { reach: Reach; place: string; kitchen: Kitchen | undefined; notes: number }): ReactNode {
  const { reach, place, kitchen, notes } = props
  if (kitchen) {
    const beyond = reach.beyond.find(({ vendor_id }) => vendor_id === kitchen.user_id)
    if (!beyond) return `${kitchen.name} delivers to ${place}. ${rideText(reach, kitchen.user_id) ?? ''}`.trimEnd()
    return <strong className="text-warn">{beyondText(place, beyond.instead)}</strong>
  }
  if (notes === 0) return `All of these deliver to ${place}.`
  return notes === 1 ? `1 of these does not deliver to ${place}.` : `${notes} of these do not deliver to ${place}.`
}

function beyondText(place: string, instead: string | null): string {
  const meeting = instead ? `, or have it brought to ${instead}` : ''
  return `Does not deliver to ${place}; collect at the restaurant${meeting}.`
}
