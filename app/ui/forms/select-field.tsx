import { type ReactNode, type SelectHTMLAttributes, useId } from 'react'
import { FieldError, useAnswered } from './field.tsx'

type SelectFieldProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> & {
  name: string
  label: string
  children: ReactNode
}

/** A labelled choice with its error, the sister of `Field`. */
export function SelectField({ name, label, children, ...select }: SelectFieldProps) {
  const { error, typed } = useAnswered(name)
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <select
        {...select}
        id={id}
        name={name}
        defaultValue={typed ?? select.defaultValue}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className={`mt-1 min-h-12 w-full rounded-control border bg-surface px-4 py-3 ${
          error ? 'border-bad' : 'border-edge'
        }`}
      >
        {children}
      </select>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}
