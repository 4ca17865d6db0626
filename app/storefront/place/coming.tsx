import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { formatNaira, sumKobo } from '../../../domain/money.ts'
import { type CartItem, cartTotal } from '../cart/cart-store.ts'
import { useCart } from '../cart/use-cart.ts'
import { CartOffers, useCartOffers } from './cart-offers.tsx'
import { rulesBroken, smallOrder } from './rule-words.ts'
import { comingText, type Reach, rideText } from './use-reach.ts'

/**
 * What comes off the cart by itself, what is missing of it or too much in it; and when it would come to the place, for
 * how much, in the words of the order summary. Nothing of the latter where no place is known, or where a kitchen does
 * not deliver there: the checkout says so. It comes with what is fetched after the page (`FilledCart`, `PlaceHelp`),
 * and goes to `<div data-coming>` within `within`, where the page has kept a place for it.
 */
export function Coming({ reach, within }: { reach: Reach | 'unknown' | null; within: string }): ReactNode {
  const items = useCart()
  const offers = useCartOffers(items)
  const [slot, setSlot] = useState<Element | null>(null)
  const is_empty = items.length === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: an empty cart has no place for it.
  useEffect(() => setSlot(document.querySelector(`${within} [data-coming]`)), [is_empty])
  return (
    slot &&
    createPortal(
      <>
        <CartOffers offers={offers} />
        <Told items={items} reach={reach} />
      </>,
      slot,
    )
  )
}

function Told({ items, reach }: { items: readonly CartItem[]; reach: Reach | 'unknown' | null }) {
  if (!reach || reach === 'unknown' || items.length === 0) return null
  const vendor_ids = [...new Set(items.map(({ vendor_id }) => vendor_id))]
  const subtotal_kobo = cartTotal(items)
  const broken = rulesBroken(reach.rules, { kitchens: vendor_ids.length, subtotal_kobo })
  return (
    <div role="status" className="mb-3 text-sm empty:hidden">
      {broken.map((text) => (
        <p key={text} className="mb-1 font-semibold text-warn">
          {text}
        </p>
      ))}
      {reach.place && <Brought items={items} vendor_ids={vendor_ids} reach={reach} at={reach.place.name} />}
    </div>
  )
}

/** When it comes there, and for how much. */
function Brought(props: { items: readonly CartItem[]; vendor_ids: readonly string[]; reach: Reach; at: string }) {
  const { items, vendor_ids, reach, at } = props
  const kitchens = vendor_ids.flatMap((vendor_id) => {
    const own = items.filter((item) => item.vendor_id === vendor_id)
    const text = comingText(reach.coming, vendor_id, portionsOf(own))
    return text ? { name: own[0]?.vendor_name ?? '', text } : []
  })
  if (!vendor_ids.some((id) => reach.coming?.windows.some(({ vendor_id }) => vendor_id === id))) return null
  const fees = vendor_ids.flatMap((id) => reach.fees.find(({ vendor_id }) => vendor_id === id) ?? [])
  const small = smallOrder(reach.rules, { subtotal_kobo: cartTotal(items) })
  const ways = fees.map(({ first_kobo, further_kobo }, place) => (place === 0 ? first_kobo : further_kobo))
  const ride = vendor_ids.length === 1 ? rideText(reach, vendor_ids[0]) : null
  return (
    <div className={NOT_AT_ONCE}>
      <p>{kitchens.length > 0 ? `At ${at}, if it is paid now:` : `At ${at}:`}</p>
      <ul>
        {kitchens.map(({ name, text }) => (
          <li key={name} className="font-semibold">
            {kitchens.length === 1 ? 'Arrives' : `Arrives from ${name}`} {text}
          </li>
        ))}
      </ul>
      {fees.length === vendor_ids.length && (
        <p className="font-semibold">Delivery {formatNaira(sumKobo([...ways, small.fee_kobo]))}</p>
      )}
      {small.text && <p>{small.text}</p>}
      {ride && <p className="mt-1">{ride}</p>}
      {reach.coming?.nobody && <p className="mt-1 font-semibold text-warn">{reach.coming.nobody}</p>}
    </div>
  )
}

/** On a form on which somebody collects it or chose a time, nothing is brought as soon as possible. */
const NOT_AT_ONCE = "[form:has([value=yes]:checked)_&]:hidden [form:has(#slot_option:checked:not([value='']))_&]:hidden"

const portionsOf = (items: readonly CartItem[]) => items.reduce((all, { quantity }) => all + quantity, 0)
