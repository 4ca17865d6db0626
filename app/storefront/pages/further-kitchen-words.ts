import type { DeliverySettings } from '../../../domain/settings/definitions.ts'

/** What a cart of several restaurants costs to bring, as the fees are set now. */
export function furtherKitchenWords({ further_kitchen_percent }: DeliverySettings): string {
  if (further_kitchen_percent === 0) return 'One cart is one fee, also when it holds dishes of several restaurants.'
  if (further_kitchen_percent === 100) return 'Each restaurant in a cart has its own delivery fee.'
  return `Each further restaurant in a cart adds ${further_kitchen_percent}\u00a0% of its own delivery fee.`
}
