import { data } from 'react-router'
import type { Refused as RefusedVerb } from '../../../domain/refusal.ts'
import { textOf, textsOf } from '../../request/form-texts.ts'

/** What came of a form: said in words, beside its field where it has one. */
export type ActionAnswer = Done | Refused

/** It was done. `said` is empty where the screen shows it by itself. */
export type Done = { ok: true; intent: string; said: string }

/** Nothing was done. */
export type Refused = {
  ok: false
  intent: string
  /** What is wrong as a whole; empty where `errors` say it. */
  said: string
  /** What is wrong with a field, by its name. */
  errors: Errors
  /** What stood in the fields, for a page without script. */
  typed: Readonly<Record<string, string>>
  /**
   * Nothing is wrong, but nothing was done yet: the form says this on its button, and sends the field when pressed.
   */
  confirm?: Confirmation
}

type Errors = Readonly<Record<string, string | undefined>>
/** With what somebody says once more that it is them: the name of the field, too. */
export type Proof = 'password' | 'code'
export type Confirmation = {
  name: string
  value: string | number
  /** What stands on the button from now on, if not what stood there before. */
  button?: string | undefined
  /** What it is about, in names and words. */
  facts?: readonly (readonly [name: string, words: string])[]
  proof?: Proof | undefined
}

/** It was done. */
export function done(form: FormData, said: string): Done {
  return { ok: true, intent: textOf(form, 'intent'), said }
}

/** It was refused, with an HTTP status, beside `field` where the form has it. */
export function refusal(form: FormData, status: number, said: string, field?: string | null) {
  const beside = field != null && form.has(field)
  return data(beside ? refused(form, '', { [field]: said }) : refused(form, said), status)
}

/** A status, what is said, and the field beside which it stands where the form has it. */
type Said = readonly [status: number, said: string, field?: string | null]
/** Of every reason what is said, which may need its figures. 404: as if this page did not exist. */
type Words<Refusal extends RefusedVerb<string>> = {
  readonly [Reason in Refusal['reason']]:
    | Said
    | ((details: (Refusal & { readonly reason: Reason })['details']) => Said)
    | 404
}

/** The refusal of a verb, in the words for its reason. */
export function inWords<Refusal extends RefusedVerb<string>>(form: FormData, answer: Refusal, words: Words<Refusal>) {
  const found: Words<RefusedVerb<string, never>>[string] = words[answer.reason as Refusal['reason']]
  if (found === 404) throw data(null, { status: 404 })
  return refusal(form, ...(typeof found === 'function' ? found(answer.details as never) : found))
}

/** Fields were refused; `said` where there is something to say about them all. */
export function wrongFields(form: FormData, errors: Errors, said = '') {
  return data(refused(form, said, errors), 422)
}

/** Nothing was changed yet: it is done once the form comes again with the confirmation. */
export function confirmation(form: FormData, said: string, confirm: Confirmation, errors: Errors = {}, status = 422) {
  return data({ ...refused(form, said, errors), confirm }, status)
}

/** Never sent back: no page holds a password. Nor is what a script added, under a name like `_cart`. */
const secrets = ['password', 'own_pin', 'current', 'confirmation', 'code']

/** What was refused, with what was typed. */
export function refused(form: FormData, said: string, errors: Errors = {}): Refused {
  const typed = Object.entries(textsOf(form)).filter(([name]) => !secrets.includes(name) && !name.startsWith('_'))
  return { ok: false, intent: textOf(form, 'intent'), said, errors, typed: Object.fromEntries(typed) }
}
