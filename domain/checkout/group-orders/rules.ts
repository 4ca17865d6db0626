import { z } from 'zod'
import { MEMBER_NAME } from '../../catalog/menu/for-whom.ts'

/** More are no group of friends; a checkout holds no more than a hundred lines. */
export const MOST_MEMBERS = 30
export const MOST_LINES_EACH = 20
export const MOST_OF_ONE_EACH = 99

/** How long everybody may choose, in minutes. */
export const CHOOSE_MINUTES: readonly number[] = [15, 30, 45, 60, 120, 240, 720]
/** What a starter gives besides. */
export const MORE_MINUTES = 15
/** The least that is left to choose where a slot ends it. */
export const LEAST_MINUTES = 10

/** Whose a dish is: kitchens and riders read it. */
export const member_name = z
  .string()
  .transform((text) => text.trim().replace(/\s+/g, ' '))
  .pipe(z.string().regex(MEMBER_NAME, 'Please write a first name of at most 20 letters, without dots and signs.'))

/** A secret of ours, for a member's browser. */
export const isSecret = (text: string) => /^[\w-]{24}$/.test(text)
