/**
 * Where an order is handed over, for who brings or cooks it (docs/product.md#meet-the-rider): the address that its
 * customer typed, behind the place to which they come where that is another.
 */
export function handOverPlace(order: { meet_at: string | null; customer_address: string }): string {
  const { meet_at, customer_address } = order
  return meet_at === null ? customer_address : `${meet_at}, where the customer comes to (${customer_address})`
}
