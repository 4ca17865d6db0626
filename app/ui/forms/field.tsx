import { createContext, type InputHTMLAttributes, type ReactNode, use, useId } from 'react'
import type { Refused } from './action-answer.ts'

/** What was refused in the form around a field. */
export const RefusedContext = createContext<Pick<Refused, 'errors' | 'typed'> | null | undefined>(null)

type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement | HTMLTextAreaElement>, 'id'> & {
  name: string
  label: string
  hint?: ReactNode
  /** Stands right below the input, and says nothing about it. */
  below?: ReactNode
  multiline?: boolean
}

/**
 * A labelled input with its hint and its error, wired for screen readers. It shows what was refused about it, and what
 * was typed where the page came back.
 */
export function Field({ name, label, hint, below, multiline, ...input }: FieldProps) {
  const { error, typed } = useAnswered(name)
  const id = useId()
  const Input = multiline ? 'textarea' : 'input'
  return (
    <div>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <Input
        {...input}
        id={id}
        name={name}
        defaultValue={typed ?? input.defaultValue}
        rows={multiline ? 3 : undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-about`}
        className="field"
      />
      {below}
      <div id={`${id}-about`}>
        {hint && <div className="mt-1 text-sm text-ink-soft">{hint}</div>}
        <FieldError error={error} />
      </div>
    </div>
  )
}

/** What was answered about a field: what is wrong with it, and what was typed into it. */
export function useAnswered(name: string) {
  const refused = use(RefusedContext)
  return { error: refused?.errors[name], typed: refused?.typed[name] }
}

/** What is wrong with a field, which is described by its `id`. `role` where it is to be read out by itself. */
export function FieldError(props: { id?: string; error: string | null | undefined; role?: 'alert' }) {
  const { error, ...about } = props
  return (
    error && (
      <p {...about} className="mt-1 text-sm font-semibold text-bad">
        {error}
      </p>
    )
  )
}
