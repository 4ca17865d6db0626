import { useEffect, useRef, useState } from 'react'
import { useSubmit } from 'react-router'
import type { DeliveryPlace } from '../../../domain/places/delivery-places.ts'
import type { Place } from '../../ui/map/map-frame.ts'
import type { CartItem } from '../cart/cart-store.ts'
import { withLandmark } from './address-text.ts'
import { cartForServer } from './cart-wire.ts'
import { type Draft, readDraft, saveDraft } from './draft.ts'

/** A place of the campus that was chosen; `point` where exactly the rider goes, as a pin on the map. */
export type ChosenPlace = { name: string; point?: Place | null | undefined }

/** What helps with the address, and comes later than the page (`PlaceHelp`), does it by these. */
export type AddressDesk = ReturnType<typeof useCheckoutForm>['desk']

/** What is typed at checkout: kept on this phone, and sent as one order. */
export function useCheckoutForm(places: readonly DeliveryPlace[]) {
  const form = useRef<HTMLFormElement>(null)
  // One order is sent under one key, however often a weak network makes somebody press; another order gets another.
  const sent = useRef({ order: '', key: '' })
  // What no field shows: what a machine filled into the address, so that a place chosen later can stand there instead,
  // and the chosen place with its pin.
  const kept = useRef<Draft>({})
  const position = useRef<Place | null>(null)
  const [complete, setComplete] = useState<boolean>()
  const submit = useSubmit()

  const fields = () => [...(form.current?.querySelectorAll('input') ?? [])]
  const addressField = () => fields().find(({ name }) => name === 'address')
  const changed = () => {
    if (!form.current) return
    const typed = saveDraft(form.current, kept.current)
    const spare = typed['collects'] === 'yes' && 'address'
    setComplete(fields().every(({ required, name, value }) => !required || name === spare || value.trim()))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the page wakes up.
  useEffect(() => {
    kept.current = readDraft()
    for (const field of fields()) {
      const value = kept.current[field.name] ?? ''
      if (!field.value && value) {
        field.value = value
        // Who is about to type there types in its stead.
        if (field === document.activeElement) field.select()
      }
      // Only radio buttons mind. What is changed stands as it was ordered.
      if (!field.form?.['_of']) field.checked ||= field.value === value
    }
    changed()
  }, [])

  const putFirst = (name: string, instead_of: readonly DeliveryPlace[], typed?: string) => {
    const field = addressField()
    if (!field) return
    const landmarks = instead_of.map((place) => place.name)
    field.value = withLandmark(typed ?? field.value, name, {
      landmarks,
      machine: kept.current['machine_address'] ?? '',
    })
    changed()
    // What helps with the address hears of it.
    field.dispatchEvent(new Event('change', { bubbles: true }))
    return field
  }
  /** Puts a place in front of the address, in the stead of any other; of what was `typed`, if not of all. */
  const choose = ({ name, point }: ChosenPlace, typed?: string) => {
    Object.assign(kept.current, { place: name, pin: point ? JSON.stringify(point) : '' })
    putFirst(name, places, typed)
  }
  const chooseLandmark = (name: string) =>
    putFirst(
      name,
      places.filter(({ landmark }) => landmark),
    )?.focus()

  /** Takes the slot of a button that was pressed, if it has one. */
  const chooseSlot = (pressed: HTMLButtonElement | null) => {
    const list = form.current?.querySelector('select')
    if (!list || pressed?.name !== list.name) return
    list.value = pressed.value
    changed()
  }

  const send = (cart: readonly CartItem[]) => {
    if (!form.current) return
    const values = new FormData(form.current)
    // A chosen place counts while the address names it.
    const { place = '', pin } = addressField()?.value.includes(kept.current['place'] ?? '') ? kept.current : {}
    const point = pin ? (JSON.parse(pin) as Place) : position.current
    values.set('_cart', cartForServer(cart))
    values.set('_offered', place)
    values.set('_latitude', `${point?.latitude ?? ''}`)
    values.set('_longitude', `${point?.longitude ?? ''}`)
    const order = JSON.stringify([...values])
    if (order !== sent.current.order) sent.current = { order, key: crypto.randomUUID() }
    values.set('_key', sent.current.key)
    submit(values, { method: 'post', action: '/checkout' satisfies Address })
  }

  return {
    form,
    complete,
    changed,
    choose,
    chooseLandmark,
    chooseSlot,
    send,
    desk: { addressField, changed, choose, kept, position },
  }
}
