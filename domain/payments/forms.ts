import { z } from 'zod'
import { calendarDay } from '../calendar-day.ts'

/** How a bank or the provider names a payment. */
export const bank_reference = z.string().trim().min(3).max(100)

/** A calendar day, 'YYYY-MM-DD'. */
export const calendar_day = calendarDay()

/** Why a person decided something about money. */
export const decision_note = z.string().trim().min(3).max(200)
