import { z } from 'zod'

const FIRST_DAY = '2000-01-01'
const LAST_DAY = '2099-12-31'

/** A day of this century as forms and addresses write it, '2026-03-10'. PostgreSQL knows no year 0. */
export const calendarDay = (message?: string) =>
  z.iso.date(message).refine((day) => day >= FIRST_DAY && day <= LAST_DAY, message)
