import { useEffect, useRef, useState } from 'react'
import { useNavigation, useSubmit } from 'react-router'
import { formatNaira, koboFromNaira } from '../../../domain/money.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type CartItem, replaceCart, totalNaira } from '../cart/cart-store.ts'
import { withLandmark } from './address-text.ts'
import { CartChanges } from './cart-changes.tsx'
import { agreedCart, cartForServer } from './cart-wire.ts'
import type { CheckoutRefusal } from './checkout.tsx'
import { readDraft, saveDraft } from './draft.ts'
import { useAddressFromPosition } from './use-address-from-position.ts'

const required = ['firstName', 'lastName', 'email', 'phone', 'address'] as const

export function CheckoutForm(props: {
  items: readonly CartItem[]
  landmarks: readonly string[]
  refused: CheckoutRefusal | undefined
}) {
  const { items, refused } = props
  const form = useRef<HTMLFormElement>(null)
  const notices = useRef<HTMLDivElement>(null)
  // One order is sent under one key, however often a weak network makes somebody press; another order gets another.
  const sent = useRef({ order: '', key: '' })
  const machine_address = useRef('')
  const [complete, setComplete] = useState(false)
  const [landmark, setLandmark] = useState('')
  const submit = useSubmit()
  const busy = useNavigation().state !== 'idle'
  const errors = refused?.refused === 'fields' ? refused.errors : {}

  const changed = () => {
    if (!form.current) return
    const values = new FormData(form.current)
    setComplete(required.every((name) => String(values.get(name) ?? '').trim() !== ''))
    setLandmark((name) => (String(values.get('address')).includes(name) ? name : ''))
    saveDraft(form.current, machine_address.current)
  }
  const position = useAddressFromPosition((address) => {
    const field = form.current?.elements.namedItem('address')
    if (!(field instanceof HTMLTextAreaElement) || field.value.trim() !== '') return
    field.value = address
    machine_address.current = address
    changed()
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the page wakes up.
  useEffect(() => {
    const draft = readDraft()
    machine_address.current = draft.machine_address ?? ''
    for (const field of form.current?.elements ?? []) {
      const fillable = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
      if (fillable && field.value === '' && draft[field.name]) field.value = draft[field.name] ?? ''
    }
    changed()
  }, [])

  // What was refused comes to where the customer looks: the first field that is wrong, or the notice above the form.
  useEffect(() => {
    if (!refused) return
    const target =
      refused.refused === 'fields'
        ? form.current?.querySelector<HTMLElement>('[aria-invalid]')
        : notices.current
    target?.focus({ preventScroll: true })
    target?.scrollIntoView({ block: 'center' })
  }, [refused])

  const send = (cart: readonly CartItem[]) => {
    if (!form.current) return
    const values = new FormData(form.current)
    values.set('_cart', cartForServer(cart))
    values.set('_landmark', landmark)
    values.set('_latitude', String(position?.latitude ?? ''))
    values.set('_longitude', String(position?.longitude ?? ''))
    const order = JSON.stringify([...values])
    if (order !== sent.current.order) sent.current = { order, key: crypto.randomUUID() }
    values.set('_key', sent.current.key)
    submit(values, { method: 'post', action: '/checkout' })
  }

  const chooseLandmark = (name: string) => {
    const field = form.current?.elements.namedItem('address')
    if (!(field instanceof HTMLTextAreaElement)) return
    field.value = withLandmark(field.value, name, {
      landmarks: props.landmarks,
      machine: machine_address.current,
    })
    setLandmark(name)
    changed()
    field.focus()
  }

  return (
    <form
      ref={form}
      method="post"
      noValidate
      className="card mt-6 space-y-5 p-5 sm:p-6"
      onInput={changed}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) send(items)
      }}
    >
      <div ref={notices} tabIndex={-1} className="outline-none empty:hidden">
        {refused?.refused === 'message' && <Notice kind="bad">{refused.message}</Notice>}
        {refused?.refused === 'cart_changed' && (
          <ChangedCart
            quote={refused.quote}
            items={items}
            accept={(cart) => {
              replaceCart(cart)
              if (cart.length > 0) send(cart)
            }}
          />
        )}
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          name="firstName"
          label="First Name"
          autoComplete="given-name"
          required
          error={errors.firstName}
        />
        <Field
          name="lastName"
          label="Last Name"
          autoComplete="family-name"
          required
          error={errors.lastName}
        />
      </div>
      <Field
        name="email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        required
        error={errors.email}
        hint="Your receipt goes here."
      />
      <Field
        name="phone"
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
        error={errors.phone}
        hint="The rider calls this number at your gate."
      />
      <Field
        name="address"
        label="Address"
        multiline
        autoComplete="street-address"
        required
        error={errors.address}
        hint={
          <div className="flex flex-wrap items-center gap-2">
            <span>Near</span>
            {props.landmarks.map((name) => (
              <button
                key={name}
                type="button"
                aria-pressed={landmark === name}
                className="chip"
                onClick={() => chooseLandmark(name)}
              >
                {name}
              </button>
            ))}
          </div>
        }
      />
      <Field
        name="note"
        label="Note (optional)"
        error={errors.note}
        hint="For the kitchen or the rider."
        maxLength={200}
      />
      <p className="flex justify-between border-t border-line pt-4 font-semibold">
        <span>Total Price</span>
        <span className="money">{formatNaira(koboFromNaira(totalNaira(items)))}</span>
      </p>
      <p className="text-sm text-ink-soft">You see the delivery fee and the grand total before you pay.</p>
      <button
        type="submit"
        className={buttonClass('primary', 'w-full')}
        disabled={!complete || items.length === 0 || busy}
      >
        {busy ? 'One moment…' : 'Proceed'}
      </button>
    </form>
  )
}

/** Something changed since the cart was filled: the customer sees what, and decides. */
function ChangedCart(props: {
  quote: Extract<CheckoutRefusal, { refused: 'cart_changed' }>['quote']
  items: readonly CartItem[]
  accept(cart: readonly CartItem[]): void
}) {
  const { quote, items } = props
  const remaining = agreedCart(items, quote)
  return (
    <Notice kind="warn">
      <p>Your cart changed since you filled it:</p>
      <CartChanges changes={quote.changes} />
      <button type="button" className={buttonClass('brand', 'mt-4')} onClick={() => props.accept(remaining)}>
        {remaining.length === 0
          ? 'Empty my cart'
          : `Continue with ${formatNaira(quote.subtotal)} for ${remaining.length === 1 ? '1 dish' : `${remaining.length} dishes`}`}
      </button>
    </Notice>
  )
}
