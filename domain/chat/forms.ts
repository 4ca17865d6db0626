import { z } from 'zod'
import { namesWebAddress } from '../plain-text.ts'

export const LONGEST_LINE = 300

/** A line of a chat. No web addresses: it may reach a phone as a text message, which would make a link of them. */
export const chat_text = z
  .string()
  .transform((text) => text.replace(/\p{Cc}+/gu, ' ').trim())
  .pipe(
    z
      .string()
      .min(1, 'Please write a word first.')
      .max(LONGEST_LINE, `Please keep it under ${LONGEST_LINE} characters.`)
      .refine((text) => !namesWebAddress(text), 'Please leave web addresses out.'),
  )
