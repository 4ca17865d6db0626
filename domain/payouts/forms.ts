import { z } from 'zod'
import { calendarDay } from '../calendar-day.ts'

/** A payout's number as it comes from a form or an address. */
export const payout_number = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)

/** Why a payout is cancelled; the payee reads it. */
export const cancel_reason = z.string().trim().min(3).max(200)

/** What an admin found at the provider about a transfer in doubt; for the audit log. */
export const looked_up_note = z.string().trim().min(3).max(200)

/** What an admin knows of a payment made at the bank by hand. */
export const hand_payment_form = z.object({
  bank_reference: z
    .string()
    .trim()
    .min(3, "Please enter the bank's reference of the payment.")
    .max(100, 'At most 100 characters.'),
  paid_on: calendarDay('Please enter the day on which it was paid.'),
})
export type HandPaymentErrors = Partial<Record<keyof z.infer<typeof hand_payment_form>, string>>
