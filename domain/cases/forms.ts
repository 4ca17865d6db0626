import { z } from 'zod'

/** What a case is called: others must know from the list what it is about. */
export const case_title = z.string().trim().min(3).max(120)

/** What somebody writes about a case, or why it is closed or opened again. */
export const case_words = z.string().trim().min(3).max(2000)

/** Made when a form is shown, so that the form sent twice does its work once. */
export const case_request_key = z.uuid()

/** A case's number as it comes from an address. */
export const case_number = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)

/** A day and time of the campus as a form sends it ("2026-03-10T12:30"), or nothing for none. */
export const case_due = z
  .string()
  .trim()
  .regex(/^(20\d\d-\d\d-\d\dT\d\d:\d\d)?$/)
  .transform((text) => (text === '' ? null : new Date(`${text}:00+01:00`)))
  .refine((due) => due === null || !Number.isNaN(due.getTime()))
