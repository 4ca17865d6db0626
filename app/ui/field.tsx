import type { InputHTMLAttributes, ReactNode } from 'react'

type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  name: string
  label: string
  /** What is wrong, said beside the field. */
  error?: string | undefined
  hint?: ReactNode
  multiline?: boolean
}

/** A labelled input with its hint and its error, wired for screen readers. */
export function Field({ name, label, error, hint, multiline = false, ...input }: FieldProps) {
  // Two forms of one screen may have fields of one name; their ids differ.
  const id = input.id ?? name
  const described_by = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  const wiring = {
    id,
    name,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described_by || undefined,
    className: 'field',
  }
  return (
    <div>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {multiline ? (
        <textarea
          {...wiring}
          rows={3}
          defaultValue={input.defaultValue}
          required={input.required}
          maxLength={input.maxLength}
          autoComplete={input.autoComplete}
        />
      ) : (
        <input {...input} {...wiring} />
      )}
      {hint && (
        <div id={`${id}-hint`} className="mt-1 text-sm text-ink-soft">
          {hint}
        </div>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm font-semibold text-bad">
          {error}
        </p>
      )}
    </div>
  )
}
