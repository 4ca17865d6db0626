import type { CartLine } from '../domain/catalog/menu/cart-line.ts'
import { customer, type Places } from './customer.ts'
import type { HttpClient } from './http-client.ts'

/** The steps of a customer who pays, in their sequence. The webhook comes by paying. */
export const customer_steps = ['checkout form', 'summary', 'start payment', 'webhook', 'confirm', 'receipt'] as const
export type CustomerStep = (typeof customer_steps)[number]

/** One customer, to be led step by step. */
export function customerInSteps(client: HttpClient, places: Places, number: number, cart: readonly CartLine[]) {
  const who = customer(client, places, number)
  let token = ''
  let charge = { tx_ref: '', amount: 0 }
  let transaction_id = ''
  return {
    'checkout form': async () => {
      token = await who.places(cart)
    },
    summary: () => who.looksAt(token),
    'start payment': async () => {
      charge = await who.opensWindow(token)
    },
    webhook: async () => {
      transaction_id = await who.paysAtProvider(charge)
    },
    confirm: () => who.confirms(token, transaction_id),
    receipt: () => who.looksAt(token),
  } satisfies Record<CustomerStep, () => Promise<void>>
}
