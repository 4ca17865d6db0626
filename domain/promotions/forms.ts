import { z } from 'zod'
import { calendarDay } from '../calendar-day.ts'
import { type Kobo, koboFromNaira } from '../money.ts'
import { MOST_PERCENT, plainCode, promotion_kinds } from './lifecycle.ts'

const MOST_PER_ORDER_NAIRA = 100_000
const MOST_BUDGET_NAIRA = 100_000_000

/** An amount in naira as it is typed, in kobo; null where the field is empty. */
const nairaOrNone = (most: number) =>
  z
    .string()
    .trim()
    .regex(/^(\d{1,9}(\.\d{1,2})?)?$/, 'Please write the amount in figures, like 600.')
    .refine((text) => Number(text) <= most, `At most ${most} naira.`)
    .transform((text): Kobo | null => (text === '' ? null : koboFromNaira(text)))

/** Empty for no limit. */
const countOrNone = z
  .string()
  .trim()
  .regex(/^([1-9]\d{0,6})?$/, 'Please write a number from 1 on, or leave it empty for no limit.')
  .transform((text) => (text === '' ? null : Number(text)))

/** A time of the day as a browser writes it, in minutes since midnight; null where the field is empty. */
const timeOrNone = z
  .string()
  .regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, 'Please write a time like 11:30.')
  .transform((text) => (text === '' ? null : Number(text.slice(0, 2)) * 60 + Number(text.slice(3))))

const weekdays = ['0', '1', '2', '3', '4', '5', '6'] as const

/** By a code that is typed, or by itself where its conditions hold. */
export const taken_by = ['code', 'itself'] as const

const dayOrNone = z.union([z.literal(''), calendarDay('Please choose a day.')]).transform((day) => day || null)

/** The form of a new promotion. Days are those of the campus, and the last one counts whole. */
export const promotion_form = z
  .object({
    taken: z.enum(taken_by, { error: 'Please choose how customers get it.' }),
    /** Counts only where it is taken by a code. */
    code: z.string().max(60).transform(plainCode),
    kind: z.enum(promotion_kinds, { error: 'Please choose what it takes off.' }),
    percent: z
      .string()
      .trim()
      .regex(/^\d{0,2}$/, 'Please write a whole percentage, like 10.')
      .transform(Number),
    amount: nairaOrNone(MOST_PER_ORDER_NAIRA),
    minimum: nairaOrNone(MOST_PER_ORDER_NAIRA),
    first_order_only: z.boolean(),
    /** Days of the week, 0 = Monday; none for every day. */
    days: z.array(z.enum(weekdays).transform(Number)).transform((days) => (days.length === 0 ? null : days.sort())),
    hours_from: timeOrNone,
    hours_until: timeOrNone,
    from: dayOrNone,
    until: dayOrNone,
    budget: nairaOrNone(MOST_BUDGET_NAIRA),
    most_uses: countOrNone,
    most_uses_each: countOrNone,
  })
  .superRefine((form, context) => {
    const wrong = (field: keyof typeof form, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (form.kind === 'percent' && (form.percent < 1 || form.percent > MOST_PERCENT))
      wrong('percent', `From 1 to ${MOST_PERCENT} %: something is always left to pay.`)
    if (form.kind === 'amount' && !form.amount) wrong('amount', 'How much comes off? Like 500.')
    if (form.kind === 'percent' && form.amount === 0) wrong('amount', 'At most nothing? Leave it empty for no limit.')
    if (form.taken === 'code' && !/^[A-Z0-9]{6,20}$/.test(form.code))
      wrong('code', 'A code has 6 to 20 letters and figures, like FRESHERS10.')
    if (form.hours_from !== null && form.hours_until !== null && form.hours_until <= form.hours_from)
      wrong('hours_until', 'It would end before it begins.')
    if (form.budget === 0) wrong('budget', 'Nothing would be left to give. Leave it empty for no limit.')
    if (form.from && form.until && form.until < form.from) wrong('until', 'It would end before it begins.')
  })
export type PromotionField = keyof z.input<typeof promotion_form>
