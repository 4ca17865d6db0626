import { useEffect, useState } from 'react'
import { type CartItem, cartTotal } from '../cart/cart-store.ts'
import { TOLD_MS } from './use-reach.ts'

/** What comes off a cart by itself, in words, what is left of its dishes then, and what else could come off. */
export type CartOffersAnswer = {
  counted: readonly { name: string; off: string }[]
  left: string
  besides: readonly string[]
}

/** What was answered last, so that a cart that is opened again says it at once. */
let latest: { to: string; offers: CartOffersAnswer; at: number } | null = null

/** The same for the cart of this browser; null while nobody knows. The server's answer, asked anew when it changes. */
export function useCartOffers(items: readonly CartItem[]): CartOffersAnswer | null {
  const [answer, setAnswer] = useState(() => (latest && Date.now() - latest.at < TOLD_MS ? latest : null))
  const query = queryOf(items)
  useEffect(() => {
    if (query === '') return
    const left = new AbortController()
    const ask = async () => {
      const response = await fetch(`/cart/offers?${query}` satisfies Address, { signal: left.signal })
      if (!response.ok) return
      latest = { to: query, offers: (await response.json()) as CartOffersAnswer, at: Date.now() }
      setAnswer(latest)
    }
    // Without a line the order summary says it.
    ask().catch(() => undefined)
    return () => left.abort()
  }, [query])
  return answer?.to === query && query !== '' ? answer.offers : null
}

/** What the dishes of each kitchen cost: `of=<kitchen>.<kobo>`. */
function queryOf(items: readonly CartItem[]): string {
  const vendor_ids = [...new Set(items.map(({ vendor_id }) => vendor_id))]
  const costs = (vendor_id: string) => cartTotal(items.filter((item) => item.vendor_id === vendor_id))
  return vendor_ids.map((vendor_id) => `of=${vendor_id}.${costs(vendor_id)}`).join('&')
}

export function CartOffers({ offers }: { offers: CartOffersAnswer | null }) {
  if (!offers || offers.counted.length + offers.besides.length === 0) return null
  const { counted, left, besides } = offers
  return (
    <div role="status" className="mb-3 rounded-control bg-good-soft p-3 text-sm text-good">
      {counted.map(({ name, off }) => (
        <p key={name} className="flex justify-between gap-4 font-semibold">
          <span>{name}</span>
          <span className="money">{off}</span>
        </p>
      ))}
      {left && (
        <p className="flex justify-between gap-4">
          <span>Your dishes then</span>
          <span className="money">{left}</span>
        </p>
      )}
      {besides.map((offer) => (
        <p key={offer}>{offer}</p>
      ))}
    </div>
  )
}
