import type { Found, FoundKind } from '../../../domain/desk/find-anything.ts'

/** What each kind is called, in the sequence in which they stand. */
const names: Readonly<Record<FoundKind, string>> = {
  orders: 'Orders',
  vendors: 'Vendors',
  riders: 'Riders',
  dishes: 'Dishes',
  cases: 'Cases',
  transactions: 'Transactions',
}

/** What was found by kind, each with the address that opens it. */
export function searchView(found: readonly Found[]) {
  return (Object.keys(names) as FoundKind[]).flatMap((kind) => {
    const rows = found.filter((one) => one.kind === kind)
    if (rows.length === 0) return []
    return [
      {
        name: names[kind],
        rows: rows.map((row) => ({ ...row, key: `${kind} ${row.id} ${row.title}`, to: addressOf(row) })),
      },
    ]
  })
}

export type FoundGroup = ReturnType<typeof searchView>[number]

function addressOf({ kind, id }: Found): Address {
  switch (kind) {
    case 'orders':
      return `/admin/orders/${id}`
    case 'vendors':
    case 'dishes':
      return `/admin/vendors?vendor=${id}`
    case 'riders':
      return `/admin/riders?rider=${id}`
    case 'cases':
      return `/admin/cases/${id}`
    case 'transactions':
      return `/admin/transactions?transaction=${id}`
  }
}
