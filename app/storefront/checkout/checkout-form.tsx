import { type ComponentProps, useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'
import type { FieldErrors } from '../../../domain/checkout/place-checkout.ts'
import { formatNaira } from '../../../domain/money.ts'
import type { DeliveryPlace } from '../../../domain/places/delivery-places.ts'
import { buttonClass } from '../../ui/button.tsx'
import type { Refused } from '../../ui/forms/action-answer.ts'
import { Field, RefusedContext } from '../../ui/forms/field.tsx'
import type { Place } from '../../ui/map/map-frame.ts'
import { Notice } from '../../ui/notice.tsx'
import { type CartItem, cartTotal, replaceCart } from '../cart/cart-store.ts'
import { AddressField } from './address-field.tsx'
import { CartChanges } from './cart-changes.tsx'
import { agreedCart } from './cart-wire.ts'
import type { ToldQuote } from './change-text.server.ts'
import { useCheckoutForm } from './use-checkout-form.ts'

/**
 * Why nothing was ordered; where the cart changed meanwhile, what it is now, to which place it could go, and where the
 * map found what was typed.
 */
export type CheckoutRefusal = Refused & {
  quote?: ToldQuote
  offered?: string | undefined
  found?: Place | undefined
  how_and_when?: string
  ending?: string
}

export function CheckoutForm(props: {
  items: readonly CartItem[]
  /** Where food is brought to. */
  places: readonly DeliveryPlace[]
  /** Deliver or collect, and when, as HTML (`howAndWhen`). */
  how_and_when: string
  /** A tip for the rider and what comes next, as HTML (`tipAndNext`). */
  ending: string
  refused: CheckoutRefusal | undefined
}) {
  const { items, places, refused } = props
  // As it was chosen, where something was refused; a refusal that did not come from our server draws nothing.
  const drawn = useRef<CheckoutRefusal>(undefined)
  if (!refused || refused.ending) drawn.current = refused
  const { how_and_when, ending } = { ...props, ...drawn.current }
  const { form, complete, changed, choose, chooseLandmark, chooseSlot, send, desk } = useCheckoutForm(places)
  const notices = useRef<HTMLDivElement>(null)
  const busy = useNavigation().state !== 'idle'

  // Brings what was refused into view: the first field that is wrong, or the notice above the form.
  useEffect(() => {
    const target = refused && (form.current?.querySelector<HTMLElement>('[aria-invalid]') ?? notices.current)
    target?.focus({ preventScroll: true })
    target?.scrollIntoView({ block: 'center' })
  }, [refused, form])

  const field = (name: keyof FieldErrors, label: string, rest: Partial<ComponentProps<typeof Field>>) => (
    <Field name={name} label={label} required={name !== 'note'} {...rest} />
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
        if (busy) return
        chooseSlot((event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null)
        send(items)
      }}
    >
      <div ref={notices} tabIndex={-1} className="no-outline empty:hidden">
        {refused?.said && <Notice kind="bad">{refused.said}</Notice>}
        {refused?.quote && <ChangedCart quote={refused.quote} items={items} send={send} />}
      </div>
      <RefusedContext value={refused}>
        <div className="grid gap-5 sm:grid-cols-2">
          {field('firstName', 'First Name', { autoComplete: 'given-name' })}
          {field('lastName', 'Last Name', { autoComplete: 'family-name' })}
        </div>
        {field('email', 'Email', {
          type: 'email',
          autoComplete: 'email',
          hint: 'Your receipt goes here.',
        })}
        {field('phone', 'Phone', {
          type: 'tel',
          autoComplete: 'tel',
          hint: 'The rider calls this number at your gate.',
        })}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, escaped by React on the server. */}
        <div dangerouslySetInnerHTML={{ __html: how_and_when }} />
        <AddressField places={places} desk={desk} onLandmark={chooseLandmark} found={refused?.found} />
        {refused?.offered && (
          <button
            type="submit"
            name="_offered"
            value={refused.offered}
            className={buttonClass('brand')}
            onClick={() => choose({ name: refused.offered ?? '', point: refused.found })}
          >
            {`Bring it to ${refused.offered}`}
          </button>
        )}
        {field('note', 'Note (optional)', { hint: 'For the restaurant or the rider.', maxLength: 200 })}
      </RefusedContext>
      <p className="flex justify-between border-t border-line pt-4 font-semibold noscript:hidden">
        <span>Total Price</span>
        <span className="money">{formatNaira(cartTotal(items))}</span>
      </p>
      <div data-coming />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, escaped by React on the server. */}
      <div dangerouslySetInnerHTML={{ __html: ending }} />
      <button
        type="submit"
        className={buttonClass('primary', 'w-full')}
        // Not known before the page is awake; where it never is, the server says what is missing.
        disabled={complete === false || (complete && !items.length) || busy}
      >
        {busy ? 'One moment…' : 'Proceed'}
      </button>
    </form>
  )
}

/** Something changed since the cart was filled: the customer sees what, and decides. */
function ChangedCart(props: { quote: ToldQuote; items: readonly CartItem[]; send(cart: readonly CartItem[]): void }) {
  const { quote, items, send } = props
  const remaining = agreedCart(items, quote)
  const dishes = remaining[1] ? `${remaining.length} dishes` : '1 dish'
  const accept = () => {
    replaceCart(remaining)
    if (remaining[0]) send(remaining)
  }
  return (
    <Notice kind="warn">
      <p>Your cart changed since you filled it:</p>
      <CartChanges changes={quote.changes} />
      <button type="button" className={buttonClass('brand', 'mt-4')} onClick={accept}>
        {remaining[0] ? `Continue with ${formatNaira(quote.subtotal_kobo)} for ${dishes}` : 'Empty my cart'}
      </button>
    </Notice>
  )
}
