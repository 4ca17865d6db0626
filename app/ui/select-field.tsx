import type { ReactNode, SelectHTMLAttributes } from 'react'

type SelectFieldProps = SelectHTMLAttributes<HTMLSelectElement> & {
  name: string
  label: string
  /** What is wrong, said beside the field. */
  error?: string | undefined
  children: ReactNode
}

/** A labelled choice with its error, the sister of `Field`. */
export function SelectField({ name, label, error, children, ...select }: SelectFieldProps) {
  const id = select.id ?? name
  return (
    <div>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <select
        {...select}
        id={id}
        name={name}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className={`mt-1 min-h-12 w-full rounded-control border bg-surface px-4 py-3 ${error ? 'border-bad' : 'border-edge'}`}
      >
        {children}
      </select>
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm font-semibold text-bad">
          {error}
        </p>
      )}
    </div>
  )
}
