import { createHmac } from 'node:crypto'
import type { Pseudonyms } from '../domain/checkout/track/customer-orders.ts'

/** Pseudonyms under the server's secret. */
export const pseudonyms =
  (secret: string): Pseudonyms['pseudonymOf'] =>
  (text) =>
    createHmac('sha256', secret).update(`pseudonym ${text}`).digest('hex').slice(0, 16)
