import { changePhoneOrders, type OrderInShort, type PhoneOrder } from './phone-orders.ts'

/**
 * Asks the server once what an order of this phone was, and keeps the answer with it; where none comes, the next page
 * asks. It is never believed where something is priced.
 */
export async function fillIn({ track_token }: PhoneOrder): Promise<void> {
  const answer = await fetch(`/track/${track_token}/dishes` satisfies Address).catch(() => null)
  if (!answer?.ok) return
  const short = (await answer.json()) as OrderInShort
  changePhoneOrders((order) => (order.track_token === track_token ? { ...order, short } : order))
}
