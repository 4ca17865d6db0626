import { z } from 'zod'
import { koboFromNaira } from '../money.ts'

/** An amount as an admin types it, in naira without commas; kobo afterwards. */
export const naira = (most: number) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,9}(\.\d{1,2})?$/, 'Please write the amount in figures, like 600.')
    .transform((text) => koboFromNaira(text))
    .refine((kobo) => kobo <= most * 100, `At most ${most} naira.`)

const degrees = (limit: number) =>
  z
    .string()
    .trim()
    .regex(/^-?\d{1,3}(\.\d{1,12})?$/, 'Please write degrees in figures, like 7.30370.')
    .transform(Number)
    .refine((value) => Math.abs(value) <= limit, `Between -${limit} and ${limit}.`)

/** The figures of the fee's formula: docs/product.md#delivery-fee */
export const delivery_settings_form = z
  .object({
    default_fee: naira(100_000),
    per_km: naira(100_000),
    minimum_fee: naira(100_000),
    maximum_fee: naira(100_000),
    service_radius_km: z
      .string()
      .trim()
      .regex(/^\d{1,3}(\.\d)?$/, 'Please write kilometres in figures, like 15.')
      .transform(Number)
      .refine((km) => km >= 1 && km <= 100, 'Between 1 and 100 km.'),
    latitude: degrees(90),
    longitude: degrees(180),
  })
  .refine((form) => form.minimum_fee <= form.maximum_fee, {
    path: ['maximum_fee'],
    error: 'The maximum may not be below the minimum.',
  })

/** A landmark as an admin types it. The name is what vendors and customers choose, so it stays once it is there. */
export const landmark_form = z.object({
  name: z.string().trim().min(3, 'Please enter a name.').max(60, 'Please use at most 60 characters.'),
  latitude: degrees(90),
  longitude: degrees(180),
  /** A checkbox. */
  verified: z.string().optional().transform(Boolean),
  position: z
    .string()
    .trim()
    .regex(/^\d{1,3}$/, 'Please write a whole number, like 1.')
    .transform(Number),
})

/** The first thing that is wrong, with the field it stands in. */
export function firstWrong(error: z.ZodError): { field: string; said: string } {
  const issue = error.issues[0]
  return { field: String(issue?.path[0] ?? ''), said: issue?.message ?? 'Please look at this again.' }
}
