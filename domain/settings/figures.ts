import { z } from 'zod'
import { type Kobo, kobo, koboFromNaira, nairaNumber } from '../money.ts'
import { accepted, refused } from '../refusal.ts'
import type { Setting, Stored, WrongField } from './setting.ts'

type Typed = Readonly<Record<string, string>>
/** A field of a form with its present text; where one of a few is chosen, each with its words. */
export type FigureField = {
  name: string
  label: string
  hint?: string | undefined
  text: string
  choices?: readonly { value: string; words: string }[]
}

/** A setting made of figures, with the texts of its form. */
export type FigureSetting<Value extends Stored = Stored> = Setting<Value, Typed> & {
  button: string
  /** The message after saving. */
  saved: string
  fields(value: Value): FigureField[]
}

type Figures<Form extends z.ZodObject> = Pick<
  FigureSetting,
  'key' | 'heading' | 'what' | 'right' | 'no_guess' | 'button' | 'saved'
> & {
  /** Turns what is typed into what is stored. Its figures have the label of their field as `title`. */
  form: Form
  default: z.output<Form>
}

/** A setting whose form is a list of figures. A row that its form would refuse counts as invalid. */
export function figures<Form extends z.ZodObject>(about: Figures<Form>): FigureSetting<z.output<Form>> {
  const { form, ...setting } = about
  return {
    ...setting,
    read(stored) {
      if (!(stored instanceof Object)) return null
      const value = { ...setting.default, ...stored }
      return form.safeEncode(value).success ? value : null
    },
    check(typed) {
      const read = form.safeParse(nested(form, typed))
      return read.success ? accepted(read.data) : refused('field', firstWrong(read.error))
    },
    fields: (value) => fieldsOf(form, form.encode(value)),
  }
}

/** The field's name: an amount is typed in naira, so it goes without `_kobo`. */
const fieldName = (key: string) => key.replace(/_kobo$/, '')

/** The typed fields in the shape of the form, where figures may be nested. */
function nested(form: z.ZodObject, typed: Typed): Stored {
  const parts = Object.entries(form.shape).map(([key, part]) => [
    key,
    part instanceof z.ZodObject ? nested(part, typed) : (typed[fieldName(key)] ?? ''),
  ])
  return Object.fromEntries(parts)
}

function fieldsOf(form: z.ZodObject, texts: Stored): FigureField[] {
  return Object.entries(form.shape).flatMap(([key, part]) => {
    if (part instanceof z.ZodObject) return fieldsOf(part, texts[key] as Stored)
    const { title = key, description: hint } = z.globalRegistry.get(part) ?? {}
    const choices = words_of_choices.get(part)
    return [{ name: fieldName(key), label: title, hint, text: String(texts[key]), ...(choices ? { choices } : {}) }]
  })
}

/** The first problem, with its field. */
export function firstWrong(error: z.ZodError): WrongField['details'] {
  const issue = error.issues[0]
  return {
    field: fieldName(String(issue?.path.at(-1) ?? '')),
    said: issue?.message ?? 'Please look at this again.',
  }
}

/** A figure as an admin types it: `ask` is the message if it does not look like one, `value` holds the limits. */
export const figure = (pattern: RegExp, ask: string, value: z.ZodNumber) =>
  z.codec(z.string().trim().regex(pattern, ask), value, { decode: Number, encode: String })

const words_of_choices = new WeakMap<object, NonNullable<FigureField['choices']>>()

/** One of a few, each stored by its name and read by its words. */
export function choice<Name extends string>(title: string, words: Readonly<Record<Name, string>>) {
  const names = Object.keys(words) as [Name, ...Name[]]
  const one = z.enum(names, { error: 'Please choose one of them.' }).meta({ title })
  words_of_choices.set(
    one,
    names.map((value) => ({ value, words: words[value] })),
  )
  return one
}

/** A whole number; `beyond` is the message outside of the limits. */
export const whole = (ask: string, least: number, most: number, beyond = `Between ${least} and ${most}.`) =>
  figure(/^\d{1,7}$/, ask, z.int().min(least, beyond).max(most, beyond))

export const degrees = (limit: number) => {
  const beyond = `Between -${limit} and ${limit}.`
  const value = z.number().min(-limit, beyond).max(limit, beyond)
  return figure(/^-?\d{1,3}(\.\d{1,12})?$/, 'Please write degrees in figures, like 7.30370.', value)
}

const ask_amount = 'Please write the amount in figures, like 600.'
const koboUpTo = (most: number) =>
  z.codec(
    z
      .int()
      .min(0)
      .max(most * 100, `At most ${most} naira.`),
    z.custom<Kobo>((value) => value !== undefined),
    { decode: kobo, encode: (amount) => amount },
  )

/** An amount that an admin types in naira without commas; stored in kobo. */
export const naira = (most: number) =>
  z.codec(
    z
      .string()
      .trim()
      .regex(/^\d{1,9}(\.\d{1,2})?$/, ask_amount),
    koboUpTo(most),
    {
      decode: koboFromNaira,
      encode: (amount) => String(nairaNumber(kobo(amount))),
    },
  )

/** A whole number, or none when the field is empty. */
export const wholeOrNone = (ask: string, least: number, most: number) => {
  const beyond = `Between ${least} and ${most}, or empty.`
  return z.codec(
    z
      .string()
      .trim()
      .regex(/^\d{0,7}$/, ask),
    z.int().min(least, beyond).max(most, beyond).nullable(),
    {
      decode: (text) => (text === '' ? null : Number(text)),
      encode: (value) => (value === null ? '' : String(value)),
    },
  )
}

/** An amount of naira, where an empty field means none. */
export const nairaOrNone = (most: number) =>
  z.codec(
    z
      .string()
      .trim()
      .regex(/^(\d{1,9}(\.\d{1,2})?)?$/, ask_amount),
    koboUpTo(most).nullable(),
    {
      decode: (text) => (text === '' ? null : koboFromNaira(text)),
      encode: (amount) => (amount === null ? '' : String(nairaNumber(kobo(amount)))),
    },
  )
