import type { MissingLine } from '../../domain/orders/missing-dish/missing-of-orders.ts'

/** What an order's history says of a missing dish. */
export function missingLineText({ what, missing }: MissingLine): string {
  const name = missing.quantity > 1 ? `${missing.quantity} ${missing.name}` : missing.name
  switch (what) {
    case 'out':
      return `${name} is out`
    case 'swapped':
      return `${missing.swap_name} instead of ${name}`
    case 'left_out':
      return `${name} left out`
    case 'cancelled':
      return `Called off, as ${name} was out`
    case 'found':
      return `${name} found after all`
  }
}

/** Whose choice it was. */
export function whoChose({ by }: MissingLine): string {
  return by.role === 'system' ? 'The customer did not choose in time' : 'The customer chose it'
}
