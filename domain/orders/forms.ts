import { z } from 'zod'
import { LONGEST_PREPARATION_MINUTES, SHORTEST_PREPARATION_MINUTES } from './lifecycle.ts'

export const preparation_minutes = z.coerce
  .number()
  .int()
  .min(SHORTEST_PREPARATION_MINUTES)
  .max(LONGEST_PREPARATION_MINUTES)

/** Why an order is rejected or cancelled, or money goes back; the customer reads it. */
export const customer_reason = z.string().trim().min(3).max(200)

/** However patient an admin is, an order nobody takes is given up within so many minutes. */
export const LONGEST_ESCALATION_MINUTES = 240

const escalation_minutes = z
  .string()
  .trim()
  .regex(/^\d{1,3}$/, 'Please write whole minutes, like 15.')
  .transform(Number)
  .refine(
    (minutes) => minutes >= 1 && minutes <= LONGEST_ESCALATION_MINUTES,
    `Between 1 and ${LONGEST_ESCALATION_MINUTES} minutes.`,
  )

/** The steps of decision 045 as an admin types them; each needs its time before the next one. */
export const escalation_form = z
  .object({
    remind_minutes: escalation_minutes,
    call_minutes: escalation_minutes,
    cancel_minutes: escalation_minutes,
  })
  .refine((form) => form.remind_minutes < form.call_minutes, {
    path: ['call_minutes'],
    error: 'More minutes than until the reminder, please.',
  })
  .refine((form) => form.call_minutes < form.cancel_minutes, {
    path: ['cancel_minutes'],
    error: 'More minutes than until the admins are told, please.',
  })

/** Made by a form when it is shown, so that sent twice it does its work once. */
export const request_key = z.uuid()

/** An order's number as it comes from a form or an address; anything else is no order. */
export const order_number = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
