import { useEffect, useRef, useState } from 'react'
import { useSubmit } from 'react-router'
import type { CartItem } from '../cart/cart-store.ts'
import { withLandmark } from './address-text.ts'
import { cartForServer } from './cart-wire.ts'
import { readDraft, saveDraft } from './draft.ts'
import { useAddressFromPosition } from './use-address-from-position.ts'

/**
 * What is typed at checkout: kept on this phone, with an address from the map where none is typed,
 * and sent as one order.
 */
export function useCheckoutForm(landmarks: readonly string[]) {
  const form = useRef<HTMLFormElement>(null)
  // One order is sent under one key, however often a weak network makes somebody press; another order gets another.
  const sent = useRef({ order: '', key: '' })
  const machine_address = useRef('')
  const [complete, setComplete] = useState(false)
  const [credit, setCredit] = useState('')
  const submit = useSubmit()

  const fields = () => [...(form.current?.querySelectorAll('input') ?? [])]
  const addressField = () => fields().find(({ name }) => name === 'address')
  const changed = () => {
    if (!form.current) return
    const typed = saveDraft(form.current, machine_address.current)
    const spare = typed['collects'] === 'yes' && 'address'
    setComplete(fields().every(({ required, name, value }) => !required || name === spare || value.trim()))
  }
  const position = useAddressFromPosition((address, credit) => {
    setCredit(credit)
    const field = addressField()
    if (field?.value.trim() !== '') return
    field.value = address
    machine_address.current = address
    changed()
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the page wakes up.
  useEffect(() => {
    const draft = readDraft()
    machine_address.current = draft.machine_address ?? ''
    for (const field of fields()) {
      const kept = draft[field.name] ?? ''
      field.value ||= kept
      // Only radio buttons mind.
      field.checked ||= field.value === kept
    }
    changed()
  }, [])

  const chooseLandmark = (name: string) => {
    const field = addressField()
    if (!field) return
    field.value = withLandmark(field.value, name, { landmarks, machine: machine_address.current })
    changed()
    field.focus()
  }

  /** `offered` is the place that we proposed, if its button was pressed: it counts, whatever else the address names. */
  const send = (cart: readonly CartItem[], offered = '') => {
    if (!form.current) return
    const values = new FormData(form.current)
    values.set('_cart', cartForServer(cart))
    values.set('_offered', offered)
    values.set('_latitude', `${position?.latitude ?? ''}`)
    values.set('_longitude', `${position?.longitude ?? ''}`)
    const order = JSON.stringify([...values])
    if (order !== sent.current.order) sent.current = { order, key: crypto.randomUUID() }
    values.set('_key', sent.current.key)
    submit(values, { method: 'post', action: '/checkout' satisfies Address })
  }

  return { form, complete, credit, changed, chooseLandmark, send }
}
