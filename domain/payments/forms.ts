import { z } from 'zod'
import { calendarDay } from '../calendar-day.ts'
import { HIGHEST_COMMISSION_PERCENT } from '../catalog/lifecycle.ts'

/** How a bank or the provider names a payment. */
export const bank_reference = z.string().trim().min(3).max(100)

/** A calendar day, 'YYYY-MM-DD'. */
export const calendar_day = calendarDay()

/** Why a person decided something about money. */
export const decision_note = z.string().trim().min(3).max(200)

/** What the platform keeps of a sale where a vendor has no rate of its own, in percent. */
export const commission_form = z.object({
  default_percent: z
    .string()
    .trim()
    .regex(/^\d{1,2}(\.\d{1,2})?$/, 'Please write a percentage in figures, like 5 or 7.5.')
    .transform(Number)
    .refine((percent) => percent <= HIGHEST_COMMISSION_PERCENT, `At most ${HIGHEST_COMMISSION_PERCENT} %.`),
})
