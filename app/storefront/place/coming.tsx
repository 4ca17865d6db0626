import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { CartItem } from '../cart/cart-store.ts'
import { useCart } from '../cart/use-cart.ts'
import { comingText, rideText, type useReach } from './use-reach.ts'

/** Said beside a window that nobody could keep yet, long before anybody pays. */
const NOBODY_ON_DUTY =
  'Nobody is on duty to bring food right now: it comes once a rider is there, which can be later than this.'

/** Where it goes in the cart and at the checkout: `<div data-coming>`, empty as it is rendered. */
const SLOT = '[data-coming]'

/**
 * When what is in the cart would come to the place of this phone, in the words of the order summary. Nothing where no
 * place is known, or where a kitchen does not deliver there: the checkout says so. It comes with what is fetched after
 * the page (`DeliverTo`, `PlaceHelp`), and goes to where the page has kept a place for it.
 */
export function Coming({ reach }: { reach: ReturnType<typeof useReach> }): ReactNode {
  const items = useCart()
  const [slots, setSlots] = useState<readonly HTMLElement[]>([])
  const is_empty = items.length === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: an empty cart has no place for it.
  useEffect(() => setSlots([...document.querySelectorAll<HTMLElement>(SLOT)]), [is_empty])
  return slots.map((slot, place) => createPortal(<Told items={items} reach={reach} />, slot, String(place)))
}

function Told({ items, reach }: { items: readonly CartItem[]; reach: ReturnType<typeof useReach> }) {
  if (!reach || typeof reach === 'string' || !reach.coming) return null
  const { place: at, coming } = reach
  const vendor_ids = [...new Set(items.map(({ vendor_id }) => vendor_id))]
  const kitchens = vendor_ids.flatMap((vendor_id) => {
    const own = items.filter((item) => item.vendor_id === vendor_id)
    const text = comingText(coming, vendor_id, portionsOf(own))
    return text ? { name: own[0]?.vendor_name ?? '', text } : []
  })
  if (kitchens.length === 0) return null
  const ride = kitchens.length === 1 ? rideText(reach, vendor_ids[0]) : null
  return (
    <div role="status" className={`mb-3 text-sm ${NOT_AT_ONCE}`}>
      <p>At {at.name}, if it is paid now:</p>
      <ul>
        {kitchens.map(({ name, text }) => (
          <li key={name} className="font-semibold">
            {kitchens.length === 1 ? 'Arrives' : `Arrives from ${name}`} {text}
          </li>
        ))}
      </ul>
      {ride && <p className="mt-1">{ride}</p>}
      {coming.nobody && <p className="mt-1 font-semibold text-warn">{NOBODY_ON_DUTY}</p>}
    </div>
  )
}

/** On a form on which somebody collects it or chose a time, nothing is brought as soon as possible. */
const NOT_AT_ONCE = "[form:has([value=yes]:checked)_&]:hidden [form:has(#slot_option:checked:not([value='']))_&]:hidden"

const portionsOf = (items: readonly CartItem[]) => items.reduce((all, { quantity }) => all + quantity, 0)
