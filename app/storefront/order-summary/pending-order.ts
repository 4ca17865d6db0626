import { type BoughtLine, clearPaid } from '../cart/cart-store.ts'
import { readStorage, writeStorage } from '../cart/stored-list.ts'

/** The order this browser is paying for: its link, and what of the cart it holds. */
type PendingOrder = { link_token: string; lines: BoughtLine[] }

const KEY = 'pendingOrder'

export function rememberPendingOrder(order: PendingOrder): void {
  writeStorage(KEY, JSON.stringify(order))
}

/** Takes a paid order out of the cart, once: what was added after paying stays. Answers whether it did. */
export function clearPaidOrder(link_token: string): boolean {
  const pending = readPending()
  if (pending?.link_token !== link_token) return false
  clearPaid(pending.lines)
  writeStorage(KEY, null)
  return true
}

/** For the tab that was closed while paying: when the browser comes back, a paid order leaves the cart. */
export async function settlePendingOrder(): Promise<void> {
  const pending = readPending()
  if (!pending) return
  try {
    const response = await fetch(
      `/order-summary/state?order=${encodeURIComponent(pending.link_token)}` satisfies Address,
    )
    if (!response.ok) return
    const { state } = (await response.json()) as { state: string }
    if (state === 'paid') clearPaidOrder(pending.link_token)
    if (state === 'expired' || state === 'unknown') writeStorage(KEY, null)
  } catch {
    // Offline: it stays remembered, and the next page asks again.
  }
}

function readPending(): PendingOrder | null {
  try {
    const value = JSON.parse(readStorage(KEY) ?? 'null') as Partial<PendingOrder> | null
    return value && typeof value.link_token === 'string' && Array.isArray(value.lines) ? (value as PendingOrder) : null
  } catch {
    return null
  }
}
