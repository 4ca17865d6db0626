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
  const described_by = [hint ? `${name}-hint` : '', error ? `${name}-error` : ''].filter(Boolean).join(' ')
  const wiring = {
    id: name,
    name,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described_by || undefined,
    className: `mt-1 w-full rounded-control border bg-surface px-4 py-3 ${error ? 'border-bad' : 'border-line'}`,
  }
  return (
    <div>
      <label htmlFor={name} className="font-semibold">
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
        <div id={`${name}-hint`} className="mt-1 text-sm text-ink-soft">
          {hint}
        </div>
      )}
      {error && (
        <p id={`${name}-error`} className="mt-1 text-sm font-semibold text-bad">
          {error}
        </p>
      )}
    </div>
  )
}
