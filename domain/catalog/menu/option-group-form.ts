import { z } from 'zod'
import type { Kobo } from '../../money.ts'
import { nairaInKobo, required } from '../forms.ts'
import type { OptionGroup } from './option-groups.ts'

const MOST_GROUPS = 8
const MOST_OPTIONS = 20
const LONGEST_NAME = 40
const LARGEST_ADDED_KOBO = 1_000_000_00

/** These signs separate groups and choices when they are written as one text (option-groups-text.ts). */
const name = required(LONGEST_NAME).refine((text) => !/[:;|\p{Cc}]/u.test(text), 'Please leave out : ; and |')

/** Naira without commas; empty means no extra cost. */
const added_price = z
  .string()
  .trim()
  .transform((text, context): Kobo => {
    const kobo = text === '' ? 0 : nairaInKobo(text)
    const wrong =
      typeof kobo !== 'number' ? kobo.wrong : kobo > LARGEST_ADDED_KOBO ? 'A choice adds at most 1000000 naira.' : null
    if (typeof kobo === 'number' && !wrong) return kobo
    context.addIssue({ code: 'custom', message: wrong ?? '' })
    return z.NEVER
  })

const group = z
  .object({
    name,
    rule: z.enum(['one', 'up_to', 'any', 'between']),
    min: z.string().trim().default(''),
    max: z.string().trim().default(''),
    options: z
      .array(z.object({ name, price: added_price }))
      .min(1, 'Please add at least one choice.')
      .max(MOST_OPTIONS, `A group holds at most ${MOST_OPTIONS} choices.`),
  })
  .transform(({ name, rule, min, max, options }, context): OptionGroup => {
    const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
    for (const index of repeated(options)) refuse(['options', index, 'name'], 'This choice is there already.')
    const wants_max = rule === 'up_to' || rule === 'between'
    const least = rule === 'one' ? 1 : rule === 'between' ? wholeNumber(min) : 0
    const most = rule === 'one' ? 1 : wants_max ? wholeNumber(max) : options.length
    if (least === null) refuse(['min'], 'Please write a number.')
    if (most === null || most === 0) refuse(['max'], 'Please write a number from 1.')
    else if (most > options.length) {
      refuse(['max'], `There ${options.length === 1 ? 'is' : 'are'} only ${options.length} to choose from.`)
    } else if (least !== null && least > most) refuse(['min'], 'This is more than may be chosen.')
    return {
      name,
      min: least ?? 0,
      max: most ?? 0,
      options: options.map((option) => ({ name: option.name, price_kobo: option.price })),
    }
  })

/**
 * A dish's choices as its owner writes them: at most 8 groups of at most 20, unique names within a group and a dish,
 * never more to choose than there is, prices without commas.
 */
export const option_group_list = z
  .array(group)
  .max(MOST_GROUPS, `A dish has at most ${MOST_GROUPS} groups of choices.`)
  .superRefine((groups, context) => {
    for (const index of repeated(groups)) {
      context.addIssue({
        code: 'custom',
        path: [index, 'name'],
        message: 'This dish has a group of this name already.',
      })
    }
  })

/** A group in the editor: its figures are still text. */
export type OptionGroupDraft = z.input<typeof group>

function wholeNumber(text: string): number | null {
  return /^\d{1,3}$/.test(text) ? Number(text) : null
}

/** The positions where a name appears again. */
function repeated(named: readonly { name: string }[]): number[] {
  const names = named.map((one) => one.name.toLowerCase())
  return names.flatMap((one, index) => (names.indexOf(one) < index ? [index] : []))
}
