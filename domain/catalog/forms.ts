import { z } from 'zod'
import { calendarDay } from '../calendar-day.ts'
import { type Kobo, koboFromNaira } from '../money.ts'
import { HIGHEST_COMMISSION_PERCENT } from './lifecycle.ts'
import { allergen_names, diet_names, wholeDiets } from './menu/dish-contents.ts'

/** See docs/product.md#menu. */
export const FOOD_FIELDS_MISSING = 'Please fill in all required fields.'
/** What an empty field of the wizard says. */
const REQUIRED = 'Required'

const LARGEST_PRICE_KOBO = 1_000_000_00

const atMost = (longest: number) => `Please keep this under ${longest} characters.`
/** A required text of at most `longest` characters. */
export const required = (longest: number) => z.string().trim().min(1, REQUIRED).max(longest, atMost(longest))
/** A text of at most `longest` characters that may be left out and is then empty. */
export const optional = (longest: number) => z.string().trim().max(longest, atMost(longest)).default('')

const price = z
  .string()
  .trim()
  .min(1, REQUIRED)
  .transform((text, context): Kobo => {
    const kobo = priceInKobo(text)
    if (typeof kobo === 'number') return kobo
    context.addIssue({ code: 'custom', message: kobo.wrong })
    return z.NEVER
  })

/** An amount as people type it, without commas. */
export function nairaInKobo(text: string): Kobo | { wrong: string } {
  if (text.includes(',')) return { wrong: 'Please write the price without commas, like 1500.' }
  if (!/^\d{1,13}(\.\d{1,2})?$/.test(text)) return { wrong: 'Please write the price in figures, like 1500.' }
  return koboFromNaira(text)
}

function priceInKobo(text: string): Kobo | { wrong: string } {
  const kobo = nairaInKobo(text)
  if (typeof kobo !== 'number') return kobo
  if (kobo < 100) return { wrong: 'A dish costs at least 1 naira.' }
  if (kobo > LARGEST_PRICE_KOBO) return { wrong: 'A dish costs at most 1000000 naira.' }
  return kobo
}

/** A dish as its owner types it (docs/product.md#menu): name and price are required. */
export const food_form = z.object({
  name: required(80),
  price,
  description: optional(300),
  /** The heading of the dish on the menu. */
  section: optional(40).transform((text) => text || 'Menu'),
  /** The address of an upload of the vendor's own, or nothing. */
  food_image: optional(200),
  diets: z
    .array(z.string())
    .default([])
    .pipe(z.array(z.enum(diet_names)).transform(wholeDiets)),
  /** What is in it, or `none`; empty where nothing is said. */
  contains: z
    .array(z.string())
    .default([])
    .pipe(
      z
        .array(z.enum([...allergen_names, 'none']))
        .refine((names) => names.length < 2 || !names.includes('none'), 'Either none of these, or some of them.'),
    ),
})
export type FoodField = keyof z.output<typeof food_form>

/** A phone number as people write it. At most 15 characters, not counting the ones that separate its digits. */
export const phone_text = z
  .string()
  .transform((text) => text.replace(/[\s().-]/g, ''))
  .pipe(required(15))

const business = z.object({
  name: required(80),
  category: required(40),
  phone: phone_text,
  profile_photo: optional(200),
})

const coordinate = (limit: number) =>
  optional(30).transform((text, context) => {
    if (text === '') return null
    const degrees = Number(text)
    if (Number.isFinite(degrees) && Math.abs(degrees) <= limit) return degrees
    context.addIssue({ code: 'custom', message: 'This is no place on a map.' })
    return z.NEVER
  })

const location = z.object({
  address: required(300),
  landmark: required(60),
  description: required(500),
  latitude: coordinate(90),
  longitude: coordinate(180),
})

/** Where payouts go (docs/product.md#bank-accounts): vendors and riders alike. */
export const bank_fields = z.object({
  /** A bank's `id` in the directory. */
  bank: required(120),
  account_number: z
    .string()
    .trim()
    .min(1, REQUIRED)
    .regex(/^\d{10}$/, 'An account number has exactly 10 digits.'),
})

/** The steps 0 to 2 of the wizard (docs/product.md#vendor-registration); step 3 shows them again for confirmation. */
export const registration_steps = [business, location, bank_fields] as const
export const registration_form = z.object({ ...business.shape, ...location.shape, ...bank_fields.shape })
export type RegistrationField = keyof z.output<typeof registration_form>
export type RegistrationErrors = Partial<Record<RegistrationField, string>>

/** The first message per field of a form that was refused. */
export function firstIssues<Field extends string>(error: z.ZodError | undefined): Partial<Record<Field, string>> {
  const errors: Partial<Record<Field, string>> = {}
  for (const issue of error?.issues ?? []) errors[issue.path[0] as Field] ??= issue.message
  return errors
}

/** Percent with at most two places; empty means the setting for all. */
export const commission_form = z
  .string()
  .trim()
  .regex(/^(\d{1,2}(\.\d{1,2})?)?$/)
  .transform((text) => (text === '' ? null : Number(text)))
  .refine((percent) => percent === null || percent <= HIGHEST_COMMISSION_PERCENT)

/** Where a vendor is, as an admin corrects it. */
export const vendor_place_form = location.pick({ landmark: true, latitude: true, longitude: true })

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'Please write a time like 08:00.')
const stretches = z.array(z.object({ opens: time, closes: time })).max(3)

/** Seven days, Monday first, and dates on which other hours apply. */
export const hours_form = z.object({
  week_hours: z.array(stretches).length(7),
  hours_exceptions: z.array(z.object({ date: calendarDay(), stretches })).max(60),
})

/** What customers and the vendor plan with; the delivery time is words, "20-35 minutes". */
export const service_times_form = z.object({
  preparation_minutes: z.coerce.number('Please write a number of minutes.').int().min(5).max(120),
  delivery_time: optional(40),
  /** How many orders of one slot; empty: as many as come. */
  slot_orders: z
    .string()
    .trim()
    .transform((text) => (text === '' ? null : Number(text)))
    .pipe(z.int().min(0).max(500).nullable())
    .default(null),
})

const time_of_day = z.union([z.literal(''), z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)])

/**
 * When new orders are accepted by themselves: while fewer than so many are cooked (empty: never), and from when to
 * when.
 */
export const auto_accept_form = z
  .object({
    auto_accept_orders: z
      .string()
      .trim()
      .transform((text) => (text === '' ? null : Number(text)))
      .pipe(z.int().min(1).max(100).nullable()),
    auto_accept_opens: time_of_day,
    auto_accept_closes: time_of_day,
  })
  .refine(({ auto_accept_opens: opens, auto_accept_closes: closes }) => (opens === '') === (closes === ''), {
    path: ['auto_accept_closes'],
  })

/** How long a vendor takes no orders: minutes, or until it is reopened by hand. */
export const pause_lengths = ['15', '30', '60', 'until_reopened'] as const
export type PauseLength = (typeof pause_lengths)[number]
