import { z } from 'zod'

export const LONGEST_LINE = 300

const stars = z.coerce
  .number('Please choose one to five stars.')
  .int()
  .min(1, 'Please choose one to five stars.')
  .max(5)

/** A customer's rating of a delivered order: stars for the food and the delivery, and an optional line. */
export const rating_form = z.object({
  food: stars,
  delivery: stars,
  line: z
    .string()
    .transform((text) => text.replace(/\p{Cc}+/gu, ' ').trim())
    .pipe(z.string().max(LONGEST_LINE, `Please keep it under ${LONGEST_LINE} characters.`)),
})
export type RatingField = keyof z.output<typeof rating_form>
export type RatingErrors = Partial<Record<RatingField, string>>
