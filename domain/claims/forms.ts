import { z } from 'zod'
import { claim_kinds } from './lifecycle.ts'

export const LONGEST_WORDS = 500

/** What a customer writes about a claim: lines stay, other control characters go. */
const words = z
  .string()
  .transform((text) => text.replace(/[^\P{Cc}\n]+/gu, ' ').trim())
  .pipe(z.string().max(LONGEST_WORDS, `Please keep it under ${LONGEST_WORDS} characters.`))

export const claim_form = z.object({ kind: z.enum(claim_kinds, 'Please choose what is wrong.'), words })
export const answer_form = words.pipe(z.string().min(1, 'Please write a word first.'))
