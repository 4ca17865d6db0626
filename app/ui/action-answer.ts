import { data } from 'react-router'

/** What came of pressing a button: said in words, beside its field where it has one. */
export type ActionAnswer =
  | { ok: true; intent: string; said: string }
  | {
      ok: false
      intent: string
      field: string | null
      said: string
      typed: Record<string, string>
      /**
       * Nothing is wrong, but nothing was done yet: the form says this on its button, and sends the field when pressed.
       */
      confirm?: Confirmation
    }

type Confirmation = { name: string; value: string | number; button: string }

/** It was done. */
export function done(form: FormData, said: string): ActionAnswer {
  return { ok: true, intent: textOf(form, 'intent'), said }
}

/** It was refused, with an HTTP status, beside `field` where the form has it; what was typed comes back with it. */
export function refusal(form: FormData, status: number, said: string, field: string | null = null) {
  const beside = field !== null && form.has(field) ? field : null
  const answer: ActionAnswer = { ...refused(form, said), field: beside }
  return data(answer, { status })
}

/** It is done once the form comes again with what was asked to be confirmed; nothing was changed. */
export function confirmation(form: FormData, said: string, confirm: Confirmation) {
  const answer: ActionAnswer = { ...refused(form, said), confirm }
  return data(answer, { status: 422 })
}

function refused(form: FormData, said: string) {
  const typed: Record<string, string> = {}
  for (const name of form.keys()) typed[name] = textOf(form, name)
  return { ok: false as const, intent: textOf(form, 'intent'), field: null, said, typed }
}

/** A field of a form as text; empty where it is missing or a file. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
