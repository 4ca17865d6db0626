import { z } from 'zod'
import { LONGEST_PREPARATION_MINUTES, SHORTEST_PREPARATION_MINUTES } from './lifecycle.ts'

export const preparation_minutes = z.coerce
  .number()
  .int()
  .min(SHORTEST_PREPARATION_MINUTES)
  .max(LONGEST_PREPARATION_MINUTES)

/** Why an order is rejected, cancelled or refunded; the customer reads it. */
export const customer_reason = z.string().trim().min(3).max(200)

/** Made when a form is shown, so that the form sent twice does its work once. */
export const request_key = z.uuid()

/** An order's number as it comes from a form or an address. */
export const order_number = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
