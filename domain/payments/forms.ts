import { z } from 'zod'
import { calendarDay } from '../calendar-day.ts'

/** The reference that a bank or the provider gives a payment. */
export const bank_reference = z.string().trim().min(3).max(100)

/** A calendar day, 'YYYY-MM-DD'. */
export const calendar_day = calendarDay()

/** Why an admin decided something about money. */
export const decision_note = z.string().trim().min(3).max(200)
