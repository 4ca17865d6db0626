import { type ComponentProps, useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'
import type { FieldErrors } from '../../../domain/checkout/place-checkout.ts'
import type { Quote } from '../../../domain/checkout/quote.ts'
import { formatNaira } from '../../../domain/money.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type CartItem, cartTotal, replaceCart } from '../cart/cart-store.ts'
import { CartChanges } from './cart-changes.tsx'
import { agreedCart } from './cart-wire.ts'
import { useCheckoutForm } from './use-checkout-form.ts'

export type CheckoutRefusal =
  | { refused: 'fields'; errors: FieldErrors }
  | { refused: 'cart_changed'; quote: Quote }
  | { refused: 'message'; message: string }

export function CheckoutForm(props: {
  items: readonly CartItem[]
  landmarks: readonly string[]
  refused: CheckoutRefusal | undefined
}) {
  const { items, landmarks, refused } = props
  const { form, complete, landmark, changed, chooseLandmark, send } = useCheckoutForm(landmarks)
  const notices = useRef<HTMLDivElement>(null)
  const busy = useNavigation().state !== 'idle'
  const errors: FieldErrors = refused?.refused === 'fields' ? refused.errors : {}

  // What was refused comes to where the customer looks: the first field that is wrong, or the notice above the form.
  useEffect(() => {
    if (!refused) return
    const target =
      refused.refused === 'fields'
        ? form.current?.querySelector<HTMLElement>('[aria-invalid]')
        : notices.current
    target?.focus({ preventScroll: true })
    target?.scrollIntoView({ block: 'center' })
  }, [refused, form])

  const field = (name: keyof FieldErrors, label: string, rest: Partial<ComponentProps<typeof Field>>) => (
    <Field name={name} label={label} error={errors[name]} required={name !== 'note'} {...rest} />
  )

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
        {field('firstName', 'First Name', { autoComplete: 'given-name' })}
        {field('lastName', 'Last Name', { autoComplete: 'family-name' })}
      </div>
      {field('email', 'Email', {
        type: 'email',
        inputMode: 'email',
        autoComplete: 'email',
        hint: 'Your receipt goes here.',
      })}
      {field('phone', 'Phone', {
        type: 'tel',
        inputMode: 'tel',
        autoComplete: 'tel',
        hint: 'The rider calls this number at your gate.',
      })}
      {field('address', 'Address', {
        multiline: true,
        autoComplete: 'street-address',
        hint: (
          <div className="flex flex-wrap items-center gap-2">
            <span>Near</span>
            {landmarks.map((name) => (
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
        ),
      })}
      {field('note', 'Note (optional)', { hint: 'For the kitchen or the rider.', maxLength: 200 })}
      <p className="flex justify-between border-t border-line pt-4 font-semibold">
        <span>Total Price</span>
        <span className="money">{formatNaira(cartTotal(items))}</span>
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
