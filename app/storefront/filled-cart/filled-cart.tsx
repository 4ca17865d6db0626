import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { type CartLineName, lineTotal, MOST_OF_ONE } from '../../../domain/catalog/menu/cart-line.ts'
import { isRefusedNote } from '../../../domain/catalog/menu/dish-note.ts'
import { choicesText, nameWithChoices } from '../../../domain/catalog/menu/option-groups.ts'
import { formatNaira } from '../../../domain/money.ts'
import { Picture } from '../../ui/pictures/picture.tsx'
import { type CartItem, cartItems, changeQuantity, lineKey, removeFromCart, replaceCart } from '../cart/cart-store.ts'
import { CART_DRAWER_ID } from '../cart/open-cart.ts'
import { Coming } from '../place/coming.tsx'
import { useKnownPlace } from '../place/known-place.ts'
import { useReach } from '../place/use-reach.ts'
import { refuseNote } from '../restaurant/refuse-note.ts'
import { Stepper } from '../restaurant/stepper.tsx'
import { NoteFold } from './note-fold.tsx'
import { withNote } from './with-note.ts'

/** What is in the cart, by restaurant, and while it is looked at, when it would come to the place of this phone. */
export function FilledCart({ items }: { items: readonly CartItem[] }): ReactNode {
  const vendor_ids = [...new Set(items.map(({ vendor_id }) => vendor_id))]
  return (
    <>
      {vendor_ids.map((vendor_id) => {
        const lines = items.filter((item) => item.vendor_id === vendor_id)
        return (
          <section key={vendor_id} aria-label={lines[0]?.vendor_name || 'A restaurant'}>
            {lines[0]?.vendor_name && <h3 className="pt-4 font-bold">{lines[0].vendor_name}</h3>}
            <ul className="divide-y divide-line">
              {lines.map((item) => (
                <CartRow key={lineKey(item)} item={item} />
              ))}
            </ul>
          </section>
        )
      })}
      {useIsOpen() && <ComingHere />}
    </>
  )
}

function ComingHere() {
  return <Coming reach={useReach(useKnownPlace()).reach} within={`#${CART_DRAWER_ID}`} />
}

/** Whether the drawer is open. Most carts are not looked at on most pages, so nothing is asked for them. */
function useIsOpen(): boolean {
  const [is_open, setOpen] = useState(false)
  useEffect(() => {
    const drawer = document.getElementById(CART_DRAWER_ID)
    if (!drawer) return
    const look = () => setOpen(drawer.hasAttribute('open'))
    const watch = new MutationObserver(look)
    watch.observe(drawer, { attributeFilter: ['open'] })
    look()
    return () => watch.disconnect()
  }, [])
  return is_open
}

function CartRow({ item }: { item: CartItem }) {
  const choices = choicesText(item.options)
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <Picture src={item.food_image} alt="" sizes="64px" className="size-16 rounded-control" />
      <div className="min-w-0 grow basis-32">
        <p className="font-semibold">{item.name}</p>
        {choices && <p className="text-sm wrap-anywhere">{choices}</p>}
        <p className="money text-sm">
          {formatNaira(item.price_kobo)} × {item.quantity} = {formatNaira(lineTotal(item))}
        </p>
      </div>
      <div className="flex basis-full flex-wrap items-center gap-2">
        <Stepper
          quantity={item.quantity}
          most={MOST_OF_ONE}
          of={nameWithChoices(item)}
          change={(quantity) => changeQuantity(item, quantity)}
        />
        <button
          type="button"
          aria-label={`Remove ${nameWithChoices(item)}`}
          className="ml-auto min-h-11 rounded-control px-3 text-sm font-semibold text-bad hover:bg-bad-soft"
          onClick={() => removeFromCart(item)}
        >
          Remove
        </button>
        <Note item={item} />
      </div>
    </li>
  )
}

/** What is asked of the dish. With another note it is another line, which takes the focus over. */
function Note({ item }: { item: CartItem }) {
  const field = useRef<HTMLInputElement>(null)
  const keep = (event: FormEvent) => {
    event.preventDefault()
    if (!field.current) return
    if (isRefusedNote(field.current.value)) return refuseNote(field.current)
    const { items, noted } = withNote(cartItems(), item, field.current.value)
    replaceCart(items)
    field.current.closest('details')?.removeAttribute('open')
    setTimeout(() => document.getElementById(summaryId(noted))?.focus())
  }
  return <NoteFold line={item} form={{ onSubmit: keep }} summary_id={summaryId(item)} field={field} />
}

const summaryId = (line: CartLineName) => `note-${encodeURIComponent(lineKey(line))}`
