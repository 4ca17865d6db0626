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
  const taken = useRef('')
  const [complete, setComplete] = useState(false)
  const [landmark, setLandmark] = useState('')
  const [credit, setCredit] = useState('')
  const submit = useSubmit()

  const fields = () =>
    [...(form.current?.elements ?? [])].filter(
      (field) => field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement,
    )
  const addressField = () => fields().find(({ name }) => name === 'address')
  const changed = () => {
    if (!form.current) return
    const address = addressField()?.value ?? ''
    setComplete(fields().every((field) => !field.required || field.value.trim() !== ''))
    setLandmark((name) => (address.includes(name) ? name : ''))
    saveDraft(form.current, machine_address.current)
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
    for (const field of fields()) field.value ||= draft[field.name] ?? ''
    changed()
  }, [])

  /** `offered` where we proposed it: then it counts, whatever else the address names. */
  const chooseLandmark = (name: string, offered = false) => {
    const field = addressField()
    if (!field) return
    taken.current = offered ? name : ''
    field.value = withLandmark(field.value, name, { landmarks, machine: machine_address.current })
    setLandmark(name)
    changed()
    field.focus()
  }

  const send = (cart: readonly CartItem[]) => {
    if (!form.current) return
    const values = new FormData(form.current)
    values.set('_cart', cartForServer(cart))
    values.set('_landmark', taken.current)
    values.set('_latitude', `${position?.latitude ?? ''}`)
    values.set('_longitude', `${position?.longitude ?? ''}`)
    const order = JSON.stringify([...values])
    if (order !== sent.current.order) sent.current = { order, key: crypto.randomUUID() }
    values.set('_key', sent.current.key)
    submit(values, { method: 'post', action: '/checkout' satisfies Address })
  }

  return { form, complete, landmark, credit, changed, chooseLandmark, send }
}
