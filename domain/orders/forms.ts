import { z } from 'zod'

/** How long a kitchen may promise to take, in minutes. */
export const SHORTEST_PREPARATION_MINUTES = 5
export const LONGEST_PREPARATION_MINUTES = 120

export const preparation_minutes = z.coerce
  .number()
  .int()
  .min(SHORTEST_PREPARATION_MINUTES)
  .max(LONGEST_PREPARATION_MINUTES)

/** Why an order is rejected; the customer reads it. */
export const rejection_reason = z.string().trim().min(3).max(200)

/** An order's number as it comes from a form or an address; anything else is no order. */
export const order_number = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
