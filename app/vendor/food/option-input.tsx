import type { InputHTMLAttributes } from 'react'

type Props = InputHTMLAttributes<HTMLInputElement> & {
  id: string
  label: string
  /** Rows below the first repeat its labels for screen readers only. */
  label_hidden?: boolean
  error?: string | undefined
  /** The caller shows the error (`OptionError`), where there is more room. */
  error_elsewhere?: boolean
}

/**
 * A slim field of the choices' editor. It has no name: the editor sends all of its fields as one, so that nothing is
 * lost when groups come and go.
 */
export function OptionInput({ label, label_hidden = false, error, error_elsewhere = false, ...input }: Props) {
  const { id } = input
  return (
    <div className="min-w-0">
      <label htmlFor={id} className={label_hidden ? 'sr-only' : 'text-sm font-semibold'}>
        {label}
      </label>
      <input
        {...input}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className={`min-h-11 w-full rounded-control border bg-surface px-3 ${error ? 'border-bad' : 'border-edge'}`}
      />
      {!error_elsewhere && <OptionError id={id} error={error} />}
    </div>
  )
}

/** What is wrong with the field of this id. */
export function OptionError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null
  return (
    <p id={`${id}-error`} className="col-span-full mt-1 text-sm font-semibold text-bad">
      {error}
    </p>
  )
}
